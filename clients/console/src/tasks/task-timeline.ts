import { html } from 'htm/preact';
import type { Task } from '../../../typescript/src/index.ts';
import { Pill } from '../widgets/pill.ts';
import { Time } from '../widgets/time.ts';
import { textOf } from './part-text.ts';

/** What the two agents of a task said. */
export function TaskTimeline({ task }: { readonly task: Task }) {
  const { messages, message_count: count, caller, worker } = task;
  const earlier = count - messages.length;
  return html`
    <ol class="timeline">
      ${earlier > 0 && html`<li class="quiet">${earlier} earlier messages</li>`}
      ${messages.map(
        ({ id, role, parts, created_at: at }) => html`
          <li key=${id} class=${role}>
            <p><strong>${role === 'caller' ? caller.handle : worker.handle}</strong> <span class="quiet">${role}</span> <${Time} at=${at} /></p>
            <pre class="text">${textOf(parts)}</pre>
          </li>
        `,
      )}
      <li><${Pill} status=${task.state} /> <${Time} at=${task.updated_at} /></li>
    </ol>
  `;
}
