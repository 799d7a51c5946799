import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.ts';
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
    <div class="scroll" tabindex="0" role="region" aria-label="Queues">
      <table>
        <thead><tr><th>Queue</th><th>Ready</th><th>In flight</th><th>Delayed</th></tr></thead>
        <tbody>
          ${data?.queues.map(
            ({ name, ready, in_flight: inFlight, delayed }) =>
              html`<tr key=${name}><td><code>${name}</code></td><td>${ready}</td><td>${inFlight}</td><td>${delayed}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>
    <${LocalSnippets} path="/_local/queues" />
  `;
}
