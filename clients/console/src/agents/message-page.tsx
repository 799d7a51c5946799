import { useEffect, useRef } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { TraceLink } from '../trace/trace-link.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import type { Loaded } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { AttachmentList } from './attachment-list.tsx';
import { FailingNotice } from './failing-notice.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageAuthor } from './message-author.tsx';
import { MessageLabels } from './message-labels.tsx';
import { MessageNotices } from './message-notices.tsx';
import { MessageViews } from './message-views.tsx';
import type { FailingEvent } from './use-failing-messages.ts';

interface MessagePageProps {
  readonly id: string;
  readonly message: Loaded<FullMessage | null>;
  /** Its event, if deliveries of that have not arrived. */
  readonly failing: FailingEvent | undefined;
  /** The address of the list that it was opened from. */
  readonly list: string;
  /** The address of that list with the messages that have a label. */
  readonly listOf: (label: string) => string;
  /** Labels that other messages in sight have. */
  readonly suggestions: readonly string[];
  /** Called after the message has been read, moved or marked. */
  readonly onChanged: () => void;
}

/** One message: who wrote it, what it says, and what is known about it. It is marked as read once it is shown. */
export function MessagePage({ id, message, onChanged, ...shown }: MessagePageProps) {
  const { data, error, reload } = message;
  useReloadOnEvent(message, ({ aggregate_id: about }) => about === id);
  const isOpened = useRef(false);
  useEffect(() => {
    // Only as it opens: a person may mark it as unread while it is open, and it stays unread.
    if (!data || isOpened.current) return;
    isOpened.current = true;
    if (data.direction !== 'inbound' || data.is_read) return;
    const { messages } = aidOfSession().identity(data.identity_id).mail;
    messages.update(id, { is_read: true }).then(onChanged, () => {});
  }, [data]);
  const change = () => {
    reload();
    onChanged();
  };
  return (
    <>
      <ErrorText error={error} />
      {!data && error === undefined && <Loading what="the message" />}
      {data && <Found message={data} {...shown} onChanged={change} />}
    </>
  );
}

type FoundProps = Omit<MessagePageProps, 'id' | 'message'> & { readonly message: FullMessage };

function Found({ message, failing, list, listOf, suggestions, onChanged }: FoundProps) {
  const { id, identity_id: agentId, subject } = message;
  const path = `/v1/identities/${agentId}/mail/messages/${id}`;
  return (
    <>
      <article class="message" aria-label="Message">
        <h2>{subject || '(no subject)'}</h2>
        <MessageAuthor message={message} />
        <MessageActions message={message} list={list} onChanged={onChanged} />
        <MessageLabels message={message} suggestions={suggestions} listOf={listOf} onChanged={onChanged} />
        <MessageNotices message={message} />
        <FailingNotice failing={failing} />
        <TraceLink id={id} />
        <AttachmentList message={message} />
        <MessageViews message={message} />
      </article>
      <Snippets call={{ name: 'mail.messages.get', verb: 'GET', path, ids: [id], identityId: agentId }} />
    </>
  );
}
