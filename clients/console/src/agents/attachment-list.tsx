import type { FullMessage } from '../../../typescript/src/index.ts';
import { countOf } from '../widgets/count-of.ts';
import { OpenAttachment } from './open-attachment.tsx';

/** The attachments of a message. */
export function AttachmentList({ message }: { readonly message: FullMessage }) {
  const { attachments } = message;
  if (attachments.length === 0) return null;
  return (
    <ul class="attachments" aria-label="Attachments">
      {attachments.map((file) => (
        <li key={file.id}>
          <OpenAttachment file={file} message={message} />
          <span class="quiet">
            {file.content_type}, {countOf(file.size, 'byte')}, {file.disposition}
          </span>
        </li>
      ))}
    </ul>
  );
}
