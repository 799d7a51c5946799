import type { Attachment, FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';

/** The attachments of a message. A click fetches a download link and opens it. */
export function AttachmentList({ message }: { readonly message: FullMessage }) {
  const { attachments } = message;
  if (attachments.length === 0) return null;
  return (
    <ul class="attachments" aria-label="Attachments">
      {attachments.map((file) => (
        <File key={file.id} file={file} message={message} />
      ))}
    </ul>
  );
}

function File({ file, message }: { readonly file: Attachment; readonly message: FullMessage }) {
  const open = useAction(async () => {
    const { mail } = aidOfSession().identity(message.identity_id);
    const { download_url: address } = await mail.messages.attachment(message.id, file.id);
    window.open(address, '_blank', 'noopener,noreferrer');
  });
  return (
    <li>
      <button type="button" disabled={open.isRunning} onClick={open.run}>
        {file.filename ?? '(no name)'}
      </button>
      <span class="quiet">
        {file.content_type}, {file.size} bytes, {file.disposition}
      </span>
      <ErrorText error={open.error} />
    </li>
  );
}
