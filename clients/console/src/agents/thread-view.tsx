import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { fullAddress } from './mail-address.ts';

/** A conversation with the text of each message, oldest first. */
export function ThreadView({ agentId, id }: { readonly agentId: string; readonly id: string }) {
  const { data, error } = useLoad(
    (signal) => aidOfSession().identity(agentId).mail.threads.get(id, { include: 'text' }, { signal }),
    [agentId, id],
  );
  if (data === undefined) {
    return error === undefined ? <Loading what="the thread" /> : <ErrorText error={error} />;
  }
  const path = `/v1/identities/${agentId}/mail/threads/${id}`;
  return (
    <>
      <h2>{data.subject || '(no subject)'}</h2>
      {data.messages.map((message) => (
        <article class="message" key={message.id}>
          <div class="heading">
            <strong>{message.from.map(fullAddress).join(', ')}</strong>
            <a href={href(['agents', agentId, 'mail', message.id])}>
              <Time at={message.created_at} />
            </a>
          </div>
          <pre class="text">{message.extracted_text ?? message.snippet}</pre>
        </article>
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
