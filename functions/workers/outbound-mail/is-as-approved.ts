import type { Message } from '#shared/data/entities/mail/message.ts';
import { bytesHash, mailContentHash } from '#shared/services/approvals/mail-hash.ts';
import type { MessageFiles } from '#shared/services/outbound-mail/message-mail.ts';

/**
 * Whether a message is what a person has approved: its hash, of what is about to be sent, is the one of the approval. A
 * message that no one had to approve is.
 *
 * See: docs/contract/approvals.md#the-content-hash.
 */
export function isAsApproved(message: Message, { content, files }: MessageFiles): boolean {
  if (message.approvedHash === undefined) return true;
  const attachments = message.attachments.map((attachment, index) => ({
    ...attachment,
    sha256: bytesHash(files[index] ?? new Uint8Array()),
  }));
  return mailContentHash(message, content, attachments) === message.approvedHash;
}
