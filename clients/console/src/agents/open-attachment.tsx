import type { Attachment, FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';

/** The name of a file. A click fetches a download link and opens it. */
export function OpenAttachment({ file, message }: { readonly file: Attachment; readonly message: FullMessage }) {
  const open = useAction(async () => {
    const { mail } = aidOfSession().identity(message.identity_id);
    const { download_url: address } = await mail.messages.attachment(message.id, file.id);
    window.open(address, '_blank', 'noopener,noreferrer');
  });
  return (
    <>
      <button type="button" disabled={open.isRunning} onClick={open.run}>
        {file.filename ?? '(no name)'}
      </button>
      <ErrorText error={open.error} />
    </>
  );
}
