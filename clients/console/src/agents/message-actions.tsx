import type { FullMessage } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';

interface MessageActionsProps {
  readonly message: FullMessage;
  readonly onChanged: () => void;
}

/** Replies to a message, moves it, or marks it as unread. */
export function MessageActions({ message, onChanged }: MessageActionsProps) {
  const { id, identity_id: agentId, folder, direction } = message;
  const change = useAction(async (changes: { folder?: string; is_read?: boolean }) => {
    await aidOfSession().identity(agentId).mail.messages.update(id, changes);
    onChanged();
  });
  const move = (to: string, title: string) => (
    <button type="button" disabled={change.isRunning} onClick={() => change.run({ folder: to })}>
      {title}
    </button>
  );
  return (
    <div class="actions">
      <a class="button primary" href={href(['agents', agentId, 'compose', id])}>
        Reply
      </a>
      {direction === 'inbound' && folder !== 'inbox' && move('inbox', 'Move to inbox')}
      {direction === 'inbound' && folder === 'inbox' && move('archive', 'Archive')}
      {direction === 'inbound' && folder !== 'spam' && move('spam', 'Spam')}
      <ErrorText error={change.error} />
    </div>
  );
}
