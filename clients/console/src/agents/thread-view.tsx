import type { ThreadMessage } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { MessageAuthor } from './message-author.tsx';
import { markOf } from './message-signs.ts';
import { ReadText } from './read-text.tsx';

/** A conversation, oldest first: of each message what its author wrote, and folded what it quotes. */
export function ThreadView({ agentId, id }: { readonly agentId: string; readonly id: string }) {
  const thread = useLoad(
    (signal) => aidOfSession().identity(agentId).mail.threads.get(id, { include: 'text' }, { signal }),
    [agentId, id],
  );
  useReloadOnEvent(
    thread,
    ({ identity_id: of, payload }) => of === agentId && (payload as { threadId?: unknown }).threadId === id,
  );
  const { data, error } = thread;
  if (data === undefined) {
    return error === undefined ? <Loading what="the thread" /> : <ErrorText error={error} />;
  }
  const last = data.messages.at(-1);
  const path = `/v1/identities/${agentId}/mail/threads/${id}`;
  return (
    <>
      <BackLink path={['agents', agentId, 'threads']} title="Threads" />
      <div class="heading">
        <h2>{data.subject || '(no subject)'}</h2>
        {last !== undefined && (
          <a class="button primary" href={href(['agents', agentId, 'compose', last.id])}>
            Reply
          </a>
        )}
      </div>
      {data.messages.map((message, index) => (
        <OfThread key={message.id} message={message} number={index + 1} />
      ))}
      <Snippets
        call={{
          name: 'mail.threads.get',
          verb: 'GET',
          path,
          ids: [id],
          params: { include: 'text' },
          identityId: agentId,
        }}
      />
    </>
  );
}

interface OfThreadProps {
  readonly message: ThreadMessage;
  /** Its number in the conversation. */
  readonly number: number;
}

function OfThread({ message, number }: OfThreadProps) {
  const { id, identity_id: agentId, text, extracted_text: extracted, links, snippet } = message;
  const mark = markOf(message);
  return (
    <article class="message">
      <MessageAuthor message={message} />
      {mark !== undefined && mark.tone !== '' && (
        <p>
          <span class={`pill ${mark.tone}`} title={mark.title}>
            {mark.label}
          </span>
        </p>
      )}
      <ReadText
        label={`Message ${number}`}
        text={text ?? snippet}
        extracted={extracted}
        links={links}
        quotedLabel={`Quoted text of message ${number}`}
      />
      <p>
        <a href={href(['agents', agentId, 'mail', id])}>Open the message</a>
      </p>
    </article>
  );
}
