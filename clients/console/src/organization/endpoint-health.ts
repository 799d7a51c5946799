import { html } from 'htm/preact';
import type { Delivery, Webhook } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Pill } from '../widgets/pill.ts';
import { useLoad } from '../widgets/use-load.ts';

/** How many of the newest deliveries count. */
const COUNTED = 50;

/** Whether an endpoint gets its deliveries: the share of the newest ones that arrived. */
export function EndpointHealth({ endpoint }: { readonly endpoint: Webhook }) {
  const { id, enabled, disabled_reason: reason } = endpoint;
  const { data } = useLoad(
    (signal) => aidOfSession().webhooks.deliveries.list({ webhook_id: id, limit: COUNTED }, { signal }).firstPage(),
    [id],
  );
  if (!enabled) return html`<span class="pill bad">disabled${reason === null ? '' : `: ${reason}`}</span>`;
  if (data === undefined) return html`<span class="quiet">…</span>`;
  return html`<span>${summary(data)}</span>`;
}

function summary(deliveries: readonly Delivery[]) {
  const ended = deliveries.filter(({ status }) => status === 'delivered' || status === 'dead_letter');
  const failing = deliveries.filter(({ status }) => status === 'retrying').length;
  const delivered = ended.filter(({ status }) => status === 'delivered').length;
  if (deliveries.length === 0) return html`<span class="quiet">no deliveries</span>`;
  return html`
    <span class=${delivered === ended.length && failing === 0 ? 'pill good' : 'pill bad'}>${delivered} of ${ended.length} delivered</span>
    ${failing > 0 && html` <${Pill} status="retrying" /> ${failing}`}
  `;
}
