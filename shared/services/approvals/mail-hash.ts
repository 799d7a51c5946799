import { createHash } from 'node:crypto';
import type { Attachment, Message } from '#shared/data/entities/mail/message.ts';
import { contentHash } from '#shared/domain/approval/content-hash.ts';
import { withoutUnsubscribeToken } from '#shared/domain/mail/unsubscribe-token.ts';
import type { MailContent } from '../mail-files/mail-store.ts';

/** The header of an email as it is stored or about to be. */
export type HashedHeader = Pick<
  Message,
  | 'mailboxId'
  | 'from'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'replyTo'
  | 'subject'
  | 'inReplyTo'
  | 'references'
  | 'isAutomated'
  | 'autoSubmitted'
>;

/** A file of an email, with the hash of its bytes. */
export type HashedFile = Pick<Attachment, 'filename' | 'contentType' | 'contentId' | 'disposition' | 'size'> & {
  readonly sha256: string;
};

/** What of the content of an email is sent. */
export type HashedContent = Pick<MailContent, 'text' | 'textOfHtml' | 'html' | 'headers'>;

/**
 * The hash of all that an email will say, and to whom. Its id, its date and the token of its link to unsubscribe are
 * not part of it, so that the same email again has the same hash.
 *
 * See: docs/contract/approvals.md#the-content-hash.
 */
export function mailContentHash(header: HashedHeader, content: HashedContent, files: readonly HashedFile[]): string {
  const people = (list: Message['from']) => list.map(({ address, name }) => ({ address, name: name ?? null }));
  return contentHash({
    kind: 'mail',
    mailbox_id: header.mailboxId,
    from: people(header.from),
    to: people(header.to),
    cc: people(header.cc),
    bcc: people(header.bcc),
    reply_to: people(header.replyTo),
    subject: header.subject,
    in_reply_to: header.inReplyTo,
    references: header.references ?? [],
    auto_submitted: header.isAutomated ? (header.autoSubmitted ?? 'auto-generated') : null,
    headers: content.headers.map(({ name, value }) => ({ name, value: withoutUnsubscribeToken(name, value) })),
    text: content.text ?? content.textOfHtml ?? null,
    html: content.html,
    attachments: files.map(({ filename, contentType, contentId, disposition, size, sha256 }) => ({
      filename,
      content_type: contentType,
      content_id: contentId,
      disposition,
      size,
      sha256,
    })),
  });
}

/** The hash of the bytes of a file, in hexadecimal. */
export function bytesHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
