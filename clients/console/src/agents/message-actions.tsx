import type { FullMessage } from '../../../typescript/src/index.ts';
import { goTo, href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';

interface MessageActionsProps {
  readonly message: FullMessage;
  /** The list that the message was opened from. */
  readonly list: string;
  readonly onChanged: () => void;
}

/** Replies to a message, which is the first thing to do with one; and the others: moves it, or marks it as unread. */
export function MessageActions({ message, list, onChanged }: MessageActionsProps) {
  const { id, identity_id: agentId, folder, direction, thread_id: threadId } = message;
  const change = useAction(async (changes: { folder?: string; is_read?: boolean }) => {
    await aidOfSession().identity(agentId).mail.messages.update(id, changes);
    // Who marks a message as unread wants to read it later.
    if (changes.is_read === false) goTo(list);
    onChanged();
  });
  const button = (title: string, changes: { folder?: string; is_read?: boolean }) => (
    <button type="button" disabled={change.isRunning} onClick={() => change.run(changes)}>
      {title}
    </button>
  );
  return (
    <div class="actions">
      <a class="button primary" href={href(['agents', agentId, 'compose', id])}>
        Reply
      </a>
      {folder !== 'blocked' && (
        <a class="button" href={href(['agents', agentId, 'threads', threadId])}>
          Conversation
        </a>
      )}
      {direction === 'inbound' && folder !== 'inbox' && button('Move to inbox', { folder: 'inbox' })}
      {folder === (direction === 'inbound' ? 'inbox' : 'sent') && button('Archive', { folder: 'archive' })}
      {direction === 'outbound' && folder === 'archive' && button('Move to sent', { folder: 'sent' })}
      {direction === 'inbound' && folder !== 'spam' && button('Spam', { folder: 'spam' })}
      {direction === 'inbound' && button('Mark as unread', { is_read: false })}
      <ErrorText error={change.error} />
    </div>
  );
}
