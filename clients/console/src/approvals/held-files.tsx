import type { Attachment, FullMessage, PreviewFile } from '../../../typescript/src/index.ts';
import { OpenAttachment } from '../agents/open-attachment.tsx';
import { countOf } from '../widgets/count-of.ts';

interface HeldFilesProps {
  readonly files: readonly PreviewFile[];
  /** The held message, once it is loaded. */
  readonly message: FullMessage | undefined;
}

/** The files that would be sent, each with its size and hash. */
export function HeldFiles({ files, message }: HeldFilesProps) {
  if (files.length === 0) return null;
  return (
    <>
      <h3>Attachments</h3>
      <ul class="attachments" aria-label="Attachments">
        {files.map((file, index) => (
          <li>
            <FileName file={file} message={message} stored={message?.attachments[index]} />
            <span class="quiet">
              {file.content_type}, {countOf(file.size, 'byte')}, SHA-256 <code>{file.sha256 ?? 'unknown'}</code>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FileNameProps {
  readonly file: PreviewFile;
  readonly message: FullMessage | undefined;
  readonly stored: Attachment | undefined;
}

/** The name of a file, which opens it once its message is loaded. */
function FileName({ file, message, stored }: FileNameProps) {
  if (message === undefined || stored === undefined) return <strong>{file.filename ?? '(no name)'}</strong>;
  return <OpenAttachment file={stored} message={message} />;
}
