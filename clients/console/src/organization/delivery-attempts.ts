import { html } from 'htm/preact';
import type { Delivery, DeliveryAttempt } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { IdLink } from '../widgets/id-link.ts';
import { Loading } from '../widgets/loading.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Time } from '../widgets/time.ts';
import { useLoad } from '../widgets/use-load.ts';

/** Each attempt of a delivery, including those of replays. Reloads when an attempt ends. */
export function DeliveryAttempts({ delivery: { id, attempt_count, status } }: { readonly delivery: Delivery }) {
  const { data, error } = useLoad(
    (signal) => aidOfSession().webhooks.deliveries.get(id, { signal }),
    [id, attempt_count, status],
  );
  const call = { name: 'webhooks.deliveries.get', verb: 'GET', path: `/v1/webhooks/deliveries/${id}`, ids: [id] };
  return html`
    <p>Delivery <${IdLink} id=${id} /> <${CopyButton} text=${id} /></p>
    <${ErrorText} error=${error} />
    ${data === undefined && error === undefined && html`<${Loading} what="the attempts" />`}
    ${data && (data.attempts.length === 0 ? html`<p>No attempt has finished yet.</p>` : html`<${Attempts} of=${data.attempts} />`)}
    <${Snippets} call=${call} />
  `;
}

function Attempts({ of }: { readonly of: readonly DeliveryAttempt[] }) {
  return html`
    <ol class="attempts">
      ${of.map(
        ({ ended_at: at, response_status: response, duration_ms: took, error }) => html`
          <li key=${at}>
            <${Time} at=${at} /> ${response ?? 'no response'}, ${took} ms
            ${error !== null && html` <span class="error">${error}</span>`}
          </li>
        `,
      )}
    </ol>
  `;
}
