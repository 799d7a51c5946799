import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { isSevenBit, transferForm, withCrlf } from '#shared/domain/mail/transfer-form.ts';
import { type MailContent, readMailContent, readMailFile } from '../mail-files/mail-store.ts';
import type { RawMail } from './mail-provider.ts';

/**
 * Builds the mail of a message from its stored files. Each attempt and each download build it again: the bytes follow
 * from the message alone. `read`: its files, if they were read already.
 */
export async function messageMail(message: Message, read?: MessageFiles): Promise<RawMail> {
  const { content, files } = read ?? (await readMessageFiles(message));
  const mail = new MailComposer({
    from: message.from.map(person),
    to: message.to.map(person),
    cc: message.cc.map(person),
    replyTo: message.replyTo.map(person),
    subject: foldable(message.subject),
    messageId: message.rfcMessageId ?? undefined,
    date: new Date(message.queuedAt ?? message.createdAt),
    ...answeredIds(message, content),
    ...bodiesOf(content),
    attachments: message.attachments.map((attachment, index) => ({
      filename: attachment.filename ?? false,
      ...contentOf(attachment.contentType, Buffer.from(files[index] ?? []), content),
      cid: attachment.contentId ?? undefined,
      contentDisposition: attachment.disposition,
    })),
    headers: [
      ...content.headers.map(({ name, value }) => ({ key: name, value })),
      // Prevents automatic replies such as vacation notices (RFC 3834).
      ...(message.isAutomated ? [{ key: 'Auto-Submitted', value: message.autoSubmitted ?? 'auto-generated' }] : []),
    ],
    // Otherwise random, and then no two builds have the same bytes.
    baseBoundary: message.id,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    from: message.from[0]?.address ?? '',
    // Bcc recipients are in the envelope only.
    to: allRecipients(message).map(({ address }) => address),
    raw: await mail.compile().build(),
  };
}

/** What is stored of a message in the bucket. */
export interface MessageFiles {
  readonly content: MailContent;
  /** The bytes of its attachments, in their order. */
  readonly files: readonly (Uint8Array | undefined)[];
}

export async function readMessageFiles(message: Message): Promise<MessageFiles> {
  const [content, files] = await Promise.all([
    readMailContent(message.contentKey),
    Promise.all(message.attachments.map(({ key }) => (key === undefined ? undefined : readMailFile(key)))),
  ]);
  return { content, files };
}

/** The messages that an email answers. A Message-ID outside ASCII can be named only with SMTPUTF8 (RFC 6532). */
function answeredIds({ inReplyTo, references = [] }: Message, { mimeForm }: MailContent) {
  const isNamed = (id: string) => mimeForm === undefined || isSevenBit(Buffer.from(id));
  return {
    inReplyTo: inReplyTo !== null && isNamed(inReplyTo) ? inReplyTo : undefined,
    references: references.filter(isNamed),
  };
}

/** The bodies of an email. One of HTML alone has its text too, as a person sees it. */
function bodiesOf({ mimeForm, text, textOfHtml, html }: MailContent): { text?: string; html?: string } {
  if (mimeForm === undefined) return { text: text ?? undefined, html: html ?? undefined };
  const shown = text ?? textOfHtml;
  return {
    text: shown === undefined ? undefined : withCrlf(shown),
    html: html === null ? undefined : withCrlf(html),
  };
}

function contentOf(contentType: string, bytes: Buffer, { mimeForm }: MailContent) {
  if (mimeForm === undefined) return { contentType, content: bytes };
  const form = transferForm(contentType, bytes);
  return { contentType: form.contentType, contentTransferEncoding: form.encoding, content: bytes };
}

/** A header can be folded only at whitespace, and SES accepts no line longer than 998 characters. */
const LONG_WORD = /\S{900}/;
const ENCODED_WORD = 52;

/** A subject that fits into lines. A subject with a very long word becomes encoded words (RFC 2047). */
function foldable(subject: string): string {
  return LONG_WORD.test(subject) ? encodeWord(subject, 'Q', ENCODED_WORD) : subject;
}

function person({ address, name }: MailAddress): { address: string; name: string } {
  return { address, name: name ?? '' };
}
