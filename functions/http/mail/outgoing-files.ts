import type { SendMailBody } from '../../../shared/contract/schemas/outgoing-mail.ts';
import type { Attachment } from '../../../shared/data/entities/message.ts';
import { invalid } from '../../../shared/domain/errors.ts';
import { extractReply } from '../../../shared/domain/mail/extract-reply.ts';
import { snippetOf } from '../../../shared/domain/mail/snippet.ts';
import { mailFile, writeMailContent, writeMailFile } from '../../../shared/services/mail-files/mail-store.ts';
import { getMailReader, READING_BUDGET_MS } from '../../../shared/services/mail-reader/mail-reader.ts';

/** What lies in the bucket of a message, and what its row keeps of it. */
export interface OutgoingFiles {
  rawKey: string;
  contentKey: string;
  attachments: Omit<Attachment, 'id'>[];
  snippet: string;
}

/**
 * Stores what a message says and what is attached to it: too large for a row, so it lies in the bucket before the
 * commit names it. What a refused commit leaves behind is named by nothing and expires with the stage's retention.
 */
export async function storeFiles(name: string, body: SendMailBody): Promise<OutgoingFiles> {
  const { text = null, html = null, headers = {}, attachments = [] } = body;
  const readable = text ?? (await readableText(html ?? ''));
  const contentKey = mailFile.content(name);
  const stored = attachments.map((given, index) => ({
    bytes: Buffer.from(given.content_base64, 'base64'),
    key: mailFile.attachment(name, index),
    filename: given.filename,
    contentType: given.content_type,
    contentId: given.content_id ?? null,
  }));
  await Promise.all([
    writeMailContent(contentKey, {
      text,
      html,
      extractedText: extractReply(readable),
      headers: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
    }),
    ...stored.map(({ key, bytes }) => writeMailFile(key, bytes, 'application/octet-stream')),
  ]);
  return {
    rawKey: mailFile.outbound(name),
    contentKey,
    attachments: stored.map(({ bytes, contentId, ...rest }) => ({
      ...rest,
      contentId,
      size: bytes.byteLength,
      disposition: contentId === null ? 'attachment' : 'inline',
    })),
    snippet: snippetOf(readable),
  };
}

/** The text that an HTML body says, for the snippet and for those who read the message without its HTML. */
async function readableText(html: string): Promise<string> {
  const text = await getMailReader().readHtml(html);
  if (text !== undefined) return text;
  throw invalid(
    'html',
    `takes longer than ${READING_BUDGET_MS / 1000} s to read: make it simpler, or send text with it`,
  );
}
