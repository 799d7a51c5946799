import type { Event } from '../../../typescript/src/index.ts';
import { DeliveryTable } from '../organization/delivery-table.tsx';
import { useDeliveries } from '../organization/use-deliveries.ts';
import { Snippets } from '../widgets/snippets.tsx';
import { ReplayEvent } from './replay-event.tsx';

/** The deliveries of an event, of those that failed the attempts of one, and a button that replays them. */
export function EventDeliveries({ event: { id } }: { readonly event: Event }) {
  const deliveries = useDeliveries({ event_id: id });
  const path = '/v1/webhooks/deliveries';
  const call = { name: 'webhooks.deliveries.list', verb: 'GET', path, params: { event_id: id }, isList: true };
  return (
    <div>
      <h2>Deliveries</h2>
      <div class="actions">
        <ReplayEvent id={id} onReplayed={deliveries.reload} onAttempted={deliveries.reload} />
      </div>
      <DeliveryTable pages={deliveries} of="event" empty="No endpoint has received this event." />
      <Snippets call={call} />
    </div>
  );
}
