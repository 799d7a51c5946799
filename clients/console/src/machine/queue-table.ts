import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Table } from '../widgets/table.ts';
import { TableRow } from '../widgets/table-row.ts';
import { useLoad } from '../widgets/use-load.ts';
import { LocalSnippets } from './local-snippets.ts';

interface QueueDepth {
  readonly name: string;
  readonly ready: number;
  readonly in_flight: number;
  readonly delayed: number;
}

const REFRESH_MS = 2_000;

/** How many messages each queue holds. */
export function QueueTable() {
  const { data, error, reload } = useLoad(() => getLocally<{ queues: readonly QueueDepth[] }>('/_local/queues'), []);
  useEffect(() => {
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [data]);
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
