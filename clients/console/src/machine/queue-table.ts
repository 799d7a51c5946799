import { html } from 'htm/preact';
import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Table } from '../widgets/table.ts';
import { TableRow } from '../widgets/table-row.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useRefresh } from '../widgets/use-refresh.ts';
import { LocalSnippets } from './local-snippets.ts';

interface QueueDepth {
  readonly name: string;
  readonly ready: number;
  readonly in_flight: number;
  readonly delayed: number;
}

/** How many messages each queue holds. */
export function QueueTable() {
  const queues = useLoad(() => getLocally<{ queues: readonly QueueDepth[] }>('/_local/queues'), []);
  const { data, error } = queues;
  useRefresh(queues);
  return html`
    <${ErrorText} error=${error} />
    <${Table} label="Queues" columns=${['Queue', 'Ready', 'In flight', 'Delayed']}>
      ${data?.queues.map(
        ({ name, ready, in_flight: inFlight, delayed }) =>
          html`<${TableRow} key=${name} cells=${[html`<code>${name}</code>`, ready, inFlight, delayed]} />`,
      )}
    <//>
    <${LocalSnippets} path="/_local/queues" />
  `;
}
