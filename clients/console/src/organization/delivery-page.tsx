import type { DeliveryWithAttempts } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { TraceLink } from '../trace/trace-link.tsx';
import { BackLink } from '../widgets/back-link.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { DeliveredEvent } from './delivered-event.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';

/** One delivery with its attempts, by the id that its receiver gets as `x-aid-request-id`. */
export function DeliveryPage({ id }: { readonly id: string }) {
  const { data, error, reload } = useLoad((signal) => aidOfSession().webhooks.deliveries.get(id, { signal }), [id]);
  return (
    <>
      <BackLink path={['organization', 'deliveries']} title="All deliveries" />
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the delivery" />}
      {data && <Found delivery={data} onRead={reload} />}
    </>
  );
}

function Found({ delivery, onRead }: { readonly delivery: DeliveryWithAttempts; readonly onRead: () => void }) {
  const { event_type: type, next_attempt_at: next, last_error: failed } = delivery;
  return (
    <>
      <div class="heading">
        <h2>Delivery</h2>
        <button type="button" onClick={onRead}>
          Refresh
        </button>
      </div>
      <FactList
        facts={{
          Status: (
            <>
              <Pill status={delivery.status} /> <Time at={delivery.updated_at} />{' '}
              {failed !== null && <span class="error">{failed}</span>}
            </>
          ),
          Event: (
            <>
              <code>{type}</code> <DeliveredEvent type={type} id={delivery.event_id} />
            </>
          ),
          Endpoint: (
            <>
              <span class="url">{delivery.url}</span> <IdLink id={delivery.webhook_id} />
            </>
          ),
          Created: <Time at={delivery.created_at} isExact />,
          'Next attempt': next !== null && <Time at={next} />,
        }}
      />
      <TraceLink id={delivery.id} />
      <h3>Attempts</h3>
      <DeliveryAttempts delivery={delivery} />
    </>
  );
}
