import { useEffect } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { labelOf } from '../widgets/code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { AttachmentList } from './attachment-list.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageFacts } from './message-facts.tsx';
import { MessageViews } from './message-views.tsx';

interface MessagePageProps {
  readonly agentId: string;
  readonly id: string;
}

/** One message: what a person sees, what an agent reads, the checks, the attachments and the headers. */
export function MessagePage({ agentId, id }: MessagePageProps) {
  const message = useLoad(
    (signal) => aidOfSession().identity(agentId).mail.messages.get(id, { signal }),
    [agentId, id],
  );
  const { data, error, reload } = message;
  useReloadOnEvent(message, ({ aggregate_id: about }) => about === id);
  const isUnread = data?.direction === 'inbound' && !data.is_read;
  useEffect(() => {
    if (isUnread)
      aidOfSession()
        .identity(agentId)
        .mail.messages.update(id, { is_read: true })
        .catch(() => {});
  }, [isUnread]);
  return (
    <>
      <BackLink
        class="back"
        path={['agents', agentId, 'mail']}
        query={{ folder: data?.folder }}
        title={data === undefined ? 'Messages' : labelOf(data.folder)}
      />
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the message" />}
      {data !== undefined && <Found message={data} onChanged={reload} />}
    </>
  );
}

function Found({ message, onChanged }: { readonly message: FullMessage; readonly onChanged: () => void }) {
  const { id, identity_id: agentId, subject } = message;
  const path = `/v1/identities/${agentId}/mail/messages/${id}`;
  return (
    <>
      <article class="message" aria-label="Message">
        <div class="heading">
          <h2>{subject || '(no subject)'}</h2>
          <MessageActions message={message} onChanged={onChanged} />
        </div>
        <MessageFacts message={message} />
        <AttachmentList message={message} />
        <MessageViews message={message} />
      </article>
      <Snippets call={{ name: 'mail.messages.get', verb: 'GET', path, ids: [id], identityId: agentId }} />
    </>
  );
}
