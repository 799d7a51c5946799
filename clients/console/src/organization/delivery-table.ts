import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { Delivery } from '../../../typescript/src/index.ts';
import { IdLink } from '../widgets/id-link.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Pill } from '../widgets/pill.ts';
import { Time } from '../widgets/time.ts';
import type { PagesRead } from '../widgets/use-pages.ts';
import { DeliveredEvent } from './delivered-event.ts';
import { DeliveryAttempts } from './delivery-attempts.ts';

interface DeliveryTableProps {
  readonly pages: PagesRead<Delivery>;
  readonly empty: string;
}

/** Deliveries with their last attempts, and when the next one is due. Each can be opened to show all its attempts. */
export function DeliveryTable({ pages, empty }: DeliveryTableProps) {
  const { rows = [] } = pages;
  return html`
    ${
      rows.length > 0 &&
      html`
        <div class="scroll" tabindex="0" role="region" aria-label="Deliveries">
          <table>
            <thead>
              <tr><th>Status</th><th>Event</th><th>Endpoint</th><th>Attempts</th><th>Response</th><th>Took</th><th>Next try</th></tr>
            </thead>
            <tbody>${rows.map((delivery) => html`<${DeliveryRow} key=${delivery.id} delivery=${delivery} />`)}</tbody>
          </table>
        </div>
      `
    }
    <${ListEnd} pages=${pages} what="deliveries" empty=${empty} />
  `;
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { status, response_status: response, duration_ms: took, next_attempt_at: next, last_error: error } = delivery;
  const [isOpen, setOpen] = useState(false);
  const attempts = `attempts-${delivery.id}`;
  return html`
    <tr>
      <td><${Pill} status=${status} /> <${Time} at=${delivery.updated_at} /></td>
      <td><code>${delivery.event_type}</code> <${DeliveredEvent} type=${delivery.event_type} id=${delivery.event_id} /></td>
      <td><span class="url">${delivery.url}</span> <${IdLink} id=${delivery.webhook_id} /></td>
      <td>
        <button
          type="button"
          class="quiet"
          aria-expanded=${isOpen}
          aria-controls=${isOpen ? attempts : undefined}
          aria-label=${`Attempts: ${delivery.attempt_count}`}
          onClick=${() => setOpen(!isOpen)}
        >${delivery.attempt_count}</button>
      </td>
      <td>${response ?? ''} ${error !== null && html`<span class="error">${error}</span>`}</td>
      <td>${took === null ? '' : `${took} ms`}</td>
      <td>${next === null ? '' : html`<${Time} at=${next} />`}</td>
    </tr>
    ${isOpen && html`<tr id=${attempts}><td colspan="7"><${DeliveryAttempts} delivery=${delivery} /></td></tr>`}
  `;
}
