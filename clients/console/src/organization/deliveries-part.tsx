import { EVENT_TYPES } from '../log/event-types.ts';
import { goTo, href, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { noneWith, StatusLinks } from './status-links.tsx';
import { useDeliveries } from './use-deliveries.ts';

/** The deliveries to all endpoints, newest first. The filters are in the URL. */
export function DeliveriesPart() {
  const { query } = route.value;
  const of = (name: string) => query.get(name) ?? '';
  const [status, endpoint, type] = [of('status'), of('webhook_id'), of('event_type')];
  const filter = {
    ...(status !== '' && { status }),
    ...(endpoint !== '' && { webhook_id: endpoint }),
    ...(type !== '' && { event_type: type }),
  };
  const deliveries = useDeliveries(filter);
  const endpoints = useLoad((signal) => aidOfSession().webhooks.list({ limit: 200 }, { signal }).all(), []);
  const choose = (name: string) => (event: Event) =>
    goTo(hrefWith({ [name]: (event.target as HTMLSelectElement).value }));
  const none = (
    <EmptyState
      title="There are no deliveries."
      action={<a href={href(['organization', 'endpoints'])}>Show the endpoints</a>}
    >
      Each event is delivered to the endpoints that ask for its type. What fails is retried for about a day.
    </EmptyState>
  );
  return (
    <>
      <Intro>
        Each event that was sent to an endpoint, with what became of it. Open one to see why it failed, or an endpoint
        to recover all that failed there.
      </Intro>
      <form class="filters" aria-label="Filters" onSubmit={(event: Event) => event.preventDefault()}>
        <StatusLinks status={status} />
        <label>
          Endpoint
          <select value={endpoint} onChange={choose('webhook_id')}>
            <option value="">all</option>
            {(endpoints.data ?? []).map(({ id, url }) => (
              <option value={id}>{url}</option>
            ))}
          </select>
        </label>
        <label>
          Event type
          <select value={type} onChange={choose('event_type')}>
            <option value="">all</option>
            {EVENT_TYPES.map((one) => (
              <option value={one}>{one}</option>
            ))}
          </select>
        </label>
      </form>
      <DeliveryTable pages={deliveries} empty={status === '' ? none : noneWith(status)} />
      <Snippets
        call={{
          name: 'webhooks.deliveries.list',
          verb: 'GET',
          path: '/v1/webhooks/deliveries',
          params: filter,
          isList: true,
        }}
      />
    </>
  );
}
