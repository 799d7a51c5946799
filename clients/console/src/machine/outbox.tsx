import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { LocalSnippets } from './local-snippets.tsx';

interface SentMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly sent_at: string;
}

const MAX_SHOWN = 100;

/** The emails of all organizations that a stage would have sent. */
export function Outbox() {
  const { data, error, reload } = useLoad(() => getLocally<{ messages: readonly SentMail[] }>('/_local/outbox'), []);
  const messages = data?.messages.slice(0, MAX_SHOWN) ?? [];
  return (
    <>
      <p>
        Nothing leaves this machine. These are the newest emails from all organizations, including verification codes.
      </p>
      <button type="button" onClick={reload}>
        Refresh
      </button>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the outbox" />}
      {data !== undefined && messages.length === 0 && <p class="quiet">No email has been sent yet.</p>}
      {messages.map(({ from, to, subject, text, sent_at: at }) => (
        <details class="sent">
          <summary>
            <Time at={at} /> <code>{from}</code> → <code>{to.join(', ')}</code> <strong>{subject}</strong>
          </summary>
          <pre class="text">{text}</pre>
        </details>
      ))}
      <LocalSnippets path="/_local/outbox" />
    </>
  );
}
