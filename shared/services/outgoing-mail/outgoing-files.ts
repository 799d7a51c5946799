import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Attachment } from '#shared/data/entities/mail/message.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { authorText, linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import { sequencesOf } from '#shared/domain/safe-reading/text-marks.ts';
import type { TextsOfHtml } from '#shared/domain/safe-reading/text-part.ts';
import { type MailContent, mailFile, writeMailContent, writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { getMailReader, READING_BUDGET_MS } from '#shared/services/mail-reader/mail-reader.ts';

/** The files of a message in the bucket, and what its row stores about them. */
export interface OutgoingFiles {
  /** Stores the files. */
  readonly store: () => Promise<unknown>;
  contentKey: string;
  /** What is stored at `contentKey`. */
  readonly content: MailContent;
  attachments: Omit<Attachment, 'id'>[];
  snippet: string;
  /** The sequences of words that replies may quote. */
  sequences: Uint32Array;
}

/** The bodies of a message, as they are sent. */
export interface Bodies {
  readonly text: string | undefined;
  readonly html: string | undefined;
}

/** A message as it is sent. */
export interface OutgoingContent extends Bodies {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments: readonly OutgoingAttachment[];
  /** What its author wrote of it: its bodies may have another message below. */
  readonly written: Bodies;
  /** Whether it forwards another message, which is then part of what it says. */
  readonly isForward?: boolean;
  /** Whether an approver will read it before it is sent. */
  readonly isPreviewed?: boolean;
  readonly subject: string;
  /** Whether it answers another message. */
  readonly isAnswer: boolean;
}

/** A file to attach. */
export interface OutgoingAttachment {
  readonly filename: string | null;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly bytes: Uint8Array;
}

/** The attachments of a request. */
export function requestedAttachments({ attachments = [] }: SendMailBody): OutgoingAttachment[] {
  return attachments.map((attachment) => ({
    filename: attachment.filename,
    contentType: attachment.content_type,
    contentId: attachment.content_id ?? null,
    bytes: Buffer.from(attachment.content_base64, 'base64'),
  }));
}

/** The bytes of the content and the attachments of a message, as its organization stores them. */
export function outgoingBytes({ text, html, attachments }: OutgoingContent): number {
  const texts = Buffer.byteLength(text ?? '') + Buffer.byteLength(html ?? '');
  return attachments.reduce((sum, { bytes }) => sum + bytes.byteLength, texts);
}

/**
 * The content and attachments of a message, which are too large for a row. They are in the bucket before the commit
 * refers to them. If the commit fails, nothing refers to the files, and they expire with the stage's retention period.
 */
export async function outgoingFiles(name: string, outgoing: OutgoingContent): Promise<OutgoingFiles> {
  const { text = null, html = null, headers = {}, attachments, written: own, subject, isAnswer } = outgoing;
  const { isForward = false, isPreviewed = false } = outgoing;
  const read = text === null ? await readTexts(html ?? '') : undefined;
  const readable = text ?? read?.words ?? '';
  // Mail programs quote the HTML, which may say more.
  const shown = text === null || html === null ? '' : ((await getMailReader().readHtml(html)) ?? '');
  const isWhole = own.text === outgoing.text && own.html === outgoing.html;
  const ownWords = isWhole ? readable : (own.text ?? (await readTexts(own.html ?? '')).words);
  const written = authorText(linesOfPlainText(ownWords), { isAnswer, subject });
  const contentKey = mailFile.content(name);
  const stored = attachments.map((attachment, index) => ({ ...attachment, key: mailFile.attachment(name, index) }));
  const content: MailContent = {
    text,
    html,
    ...(read !== undefined && { textOfHtml: read.textPart }),
    ...(shown !== '' && isPreviewed && { htmlAsSeen: shown }),
    mimeForm: 2,
    extractedText: isForward ? readable : written.extractedText,
    textSource: text === null ? 'html' : 'plain',
    links: [],
    quoted: null,
    isForward,
    codes: [],
    headers: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
  };
  return {
    store: () =>
      Promise.all([
        writeMailContent(contentKey, content),
        ...stored.map(({ key, bytes }) => writeMailFile(key, bytes, 'application/octet-stream')),
      ]),
    contentKey,
    content,
    attachments: stored.map(({ bytes, contentId, ...rest }) => ({
      ...rest,
      contentId,
      size: bytes.byteLength,
      disposition: contentId === null ? 'attachment' : 'inline',
    })),
    snippet: snippetOf(written.ownText),
    sequences: sequencesOf(`${readable}\n${shown}`),
  };
}

/** The texts of an HTML body: for the snippet, and for readers of the message who do not use HTML. */
async function readTexts(html: string): Promise<TextsOfHtml> {
  const texts = await getMailReader().readHtmlTexts(html);
  if (texts !== undefined) return texts;
  throw invalid(
    'html',
    `takes more than ${READING_BUDGET_MS / 1000} s of processor time to read: simplify it, or send text with it`,
  );
}
