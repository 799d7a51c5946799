import type { NewAttachment } from './generated/types.ts';
import { mistake } from './mistakes.ts';

/** The limit of all attachments of an email together. See: docs/contract/mail.md#sending-mail. */
export const MAX_ATTACHMENT_BYTES = 3.5 * 1024 * 1024;

/** Throws if the attachments of an email are larger than the service accepts. What is no list is for the service. */
export function requireAttachmentSize(attachments: readonly NewAttachment[] | undefined): void {
  if (!Array.isArray(attachments)) return;
  let bytes = 0;
  for (const one of attachments) bytes += decodedBytes(String(one?.content_base64 ?? ''));
  if (bytes > MAX_ATTACHMENT_BYTES) throw mistake('attachments', `at most 3.5 MB in total, got ${bytes} bytes`);
}

/** How many bytes a text in base64 stands for. */
function decodedBytes(text: string): number {
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}
