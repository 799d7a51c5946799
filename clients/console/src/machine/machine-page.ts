import { html } from 'htm/preact';
import { href, route } from '../shell/route.ts';
import { ArriveMail } from './arrive-mail.ts';
import { FailuresPart } from './failures-part.ts';
import { MetricsPart } from './metrics-part.ts';
import { Outbox } from './outbox.ts';
import { QueueTable } from './queue-table.ts';
import { RequestTable } from './request-table.ts';
import { ResetPart } from './reset-part.ts';

/** The parts of the page. */
export const PARTS = [
  { name: 'arrive', title: 'Make mail arrive', show: ArriveMail },
  { name: 'outbox', title: 'Outbox', show: Outbox },
  { name: 'queues', title: 'Queues', show: QueueTable },
  { name: 'requests', title: 'Requests', show: RequestTable },
  { name: 'metrics', title: 'Metrics', show: MetricsPart },
  { name: 'failures', title: 'Failures', show: FailuresPart },
  { name: 'reset', title: 'Reset', show: ResetPart },
] as const;

/** What only the local profile has: mail that arrives by a click, and what would have left the machine. */
export function MachinePage() {
  const [, name = 'arrive'] = route.value.path;
  const part = PARTS.find((one) => one.name === name);
  return html`
    <h1>This machine</h1>
    <nav class="parts" aria-label="Parts of this machine">
      ${PARTS.map(
        (one) =>
          html`<a href=${href(['machine', one.name])} aria-current=${one === part ? 'page' : undefined}>${one.title}</a>`,
      )}
    </nav>
    ${part === undefined ? html`<p>There is no such part.</p>` : html`<h2>${part.title}</h2><${part.show} />`}
  `;
}
