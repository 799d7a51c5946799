import { html } from 'htm/preact';
import { DeliveredEvent } from '../organization/delivered-event.ts';
import { checkSignature } from '../organization/signature-check.ts';
import { IdLink } from '../widgets/id-link.ts';
import { Time } from '../widgets/time.ts';
import type { ArrivedDelivery, LocalReceiver } from './dials.ts';

/** The deliveries that the receiver on this machine got, with headers, body, and the verification of each signature. */
export function ArrivedDeliveries({ receiver: { deliveries, secret } }: { readonly receiver: LocalReceiver }) {
  if (deliveries.length === 0) return html`<p class="quiet">Nothing has arrived yet.</p>`;
  return html`
    <section aria-label="Received deliveries">
      ${deliveries.map((delivery) => html`<${Arrived} key=${keyOf(delivery)} delivery=${delivery} secret=${secret} />`)}
    </section>
  `;
}

const keyOf = ({ headers, received_at: at }: ArrivedDelivery) => `${at} ${headers['x-aid-request-id']}`;

function Arrived({ delivery, secret }: { readonly delivery: ArrivedDelivery; readonly secret: string | null }) {
  const { received_at: at, headers, body, response } = delivery;
  const type = typeOf(body);
  const shown = (name: string, value: string) =>
    name === 'x-aid-event-id' ? html`<${DeliveredEvent} type=${type} id=${value} />` : html`<${IdLink} id=${value} />`;
  return html`
    <details class="sent">
      <summary>
        <${Time} at=${at} /> <code>${type}</code> <${Signature} delivery=${delivery} secret=${secret} />
        <span class="quiet"> response: ${response}</span>
      </summary>
      <dl class="fields headers">
        ${Object.entries(headers).map(([name, value]) => html`<div><dt>${name}</dt><dd>${shown(name, value)}</dd></div>`)}
      </dl>
      <pre class="text" tabindex="0" role="region" aria-label="Body">${body}</pre>
    </details>
  `;
}

function Signature({ delivery, secret }: { readonly delivery: ArrivedDelivery; readonly secret: string | null }) {
  if (secret === null) return html`<span class="pill waiting">the receiver does not know the secret</span>`;
  const { body, headers } = delivery;
  const { isVerified, reason } = checkSignature({ body, headers, secret });
  return html`<span class=${isVerified ? 'pill good' : 'pill bad'}>${isVerified ? 'signature verified' : reason}</span>`;
}

function typeOf(body: string): string {
  try {
    return String(JSON.parse(body).type);
  } catch {
    return 'not JSON';
  }
}
