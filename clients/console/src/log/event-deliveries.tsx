import type { Event } from '../../../typescript/src/index.ts';
import { DeliveryTable } from '../organization/delivery-table.tsx';
import { useDeliveries } from '../organization/use-deliveries.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useAction } from '../widgets/use-action.ts';

/** The deliveries of an event, and a button that replays them. */
export function EventDeliveries({ event: { id } }: { readonly event: Event }) {
  const deliveries = useDeliveries({ event_id: id });
  const replay = useAction(async () => {
    await aidOfSession().events.replay(id);
    deliveries.reload();
  });
  const path = '/v1/webhooks/deliveries';
  const call = { name: 'webhooks.deliveries.list', verb: 'GET', path, params: { event_id: id }, isList: true };
  return (
    <div>
      <div class="heading">
        <h2>Deliveries</h2>
        <button type="button" disabled={replay.isRunning} onClick={replay.run}>
          Replay
        </button>
      </div>
      <ErrorText error={replay.error} />
      <DeliveryTable pages={deliveries} of="event" empty="No endpoint has received this event." />
      <Snippets call={call} />
    </div>
  );
}
