import type { Delivery, DeliveryAttempt } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ResponseView } from '../trace/response-view.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';

/** Each attempt of a delivery, including those of replays. Reloads when an attempt ends. */
export function DeliveryAttempts({ delivery: { id, attempt_count, status } }: { readonly delivery: Delivery }) {
  const { data, error } = useLoad(
    (signal) => aidOfSession().webhooks.deliveries.get(id, { signal }),
    [id, attempt_count, status],
  );
  const call = { name: 'webhooks.deliveries.get', verb: 'GET', path: `/v1/webhooks/deliveries/${id}`, ids: [id] };
  return (
    <>
      <p>
        Delivery <IdLink id={id} /> <CopyButton text={id} />
      </p>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the attempts" />}
      {data && (data.attempts.length === 0 ? <p>No attempt has finished yet.</p> : <Attempts of={data.attempts} />)}
      <Snippets call={call} />
    </>
  );
}

function Attempts({ of }: { readonly of: readonly DeliveryAttempt[] }) {
  return (
    <ol class="attempts">
      {of.map(({ ended_at: at, response_status: status, duration_ms: took, error, response }) => (
        <li key={at}>
          {error === null ? status : <span class="error">{error}</span>}, {took} ms, <Time at={at} />
          {response && <ResponseView response={response} />}
        </li>
      ))}
    </ol>
  );
}
