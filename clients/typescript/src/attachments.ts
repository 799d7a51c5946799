import type { NewAttachment } from './generated/types.ts';
import type { AttachmentOptions, AttachmentSource } from './read-attachment.ts';

// What reads files and streams is loaded on first use, so that it is not part of web pages that attach nothing.

/**
 * An attachment with the content of a `Blob`, of bytes or of a stream:
 *
 *     await aid.mail.send({ to, subject, text, attachments: [await attachment(input.files[0])] });
 *
 * A stream is read to its end before anything is sent, so a call that is retried sends all of it again. Rejects with a
 * `ValidationError` if the source cannot be read, has more than 3.5 MB, or has no name and `filename` is missing.
 */
export async function attachment(source: AttachmentSource, options: AttachmentOptions = {}): Promise<NewAttachment> {
  return (await import('./read-attachment.ts')).readAttachment(source, 'source', options);
}

/**
 * An attachment with the content of a file, in Node, Bun and Deno: `await attachmentFromFile('report.pdf')`. The name
 * and the media type are those of the file. Never pass a path that a stranger has written: the file would be sent.
 * Rejects with a `ValidationError` if the file cannot be read, or has more than 3.5 MB.
 */
export async function attachmentFromFile(path: string | URL, options: AttachmentOptions = {}): Promise<NewAttachment> {
  return (await import('./read-attachment.ts')).readAttachmentFile(path, options);
}
