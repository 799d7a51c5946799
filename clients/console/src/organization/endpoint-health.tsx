import type { Delivery, Webhook } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useLoad } from '../widgets/use-load.ts';

/** How many of the newest deliveries to look at. */
const COUNTED = 50;

/** Why the service disabled an endpoint. Another reason is the text of the request that disabled it. */
const REASONS: Readonly<Record<string, string>> = {
  gone: 'its receiver responded with 410',
  failing: 'every attempt has failed for days',
};

/** The health of an endpoint: the share of its newest deliveries that arrived. */
export function EndpointHealth({ endpoint }: { readonly endpoint: Webhook }) {
  const { id, enabled, disabled_reason: reason } = endpoint;
  const { data, error } = useLoad(
    (signal) => aidOfSession().webhooks.deliveries.list({ webhook_id: id, limit: COUNTED }, { signal }).firstPage(),
    [id],
  );
  if (!enabled)
    return (
      <span class="pill failure" title={reason ?? undefined}>
        disabled{reason === null ? '' : `: ${REASONS[reason] ?? reason}`}
      </span>
    );
  if (error !== undefined) return <ErrorText error={error} />;
  if (data === undefined) return <span class="quiet">…</span>;
  return <span>{summary(data)}</span>;
}

function summary(deliveries: readonly Delivery[]) {
  const ended = deliveries.filter(({ status }) => status === 'delivered' || status === 'dead_letter');
  const retrying = deliveries.filter(({ status }) => status === 'retrying').length;
  const delivered = ended.filter(({ status }) => status === 'delivered').length;
  if (deliveries.length === 0) return <span class="quiet">no deliveries</span>;
  return (
    <>
      {ended.length > 0 && (
        <span class={delivered === ended.length ? 'pill good' : 'pill failure'}>
          {delivered} of {ended.length} delivered
        </span>
      )}{' '}
      {retrying > 0 && <span class="pill info">{retrying} retrying</span>}
    </>
  );
}
