import { type Address, addressParser, type Email } from 'postal-mime';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { isSoleAuthor, MAX_AUTHORS } from '#shared/domain/mail/author.ts';
import { extractReply } from '#shared/domain/mail/extract-reply.ts';
import { isHeaderUnambiguous } from '#shared/domain/mail/header-form.ts';
import { headerWarnings } from '#shared/domain/mail/header-warnings.ts';
import { MAX_SUBJECT_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { declaredMediaType } from '#shared/domain/mail/media-type.ts';
import { quotedText } from '#shared/domain/mail/quotation.ts';
import { messageIds, referencedMessageIds } from '#shared/domain/mail/references.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { type ContentWarning, sortedWarnings } from '#shared/domain/safe-reading/content-warning.ts';
import { withoutInvisibleCharacters } from '#shared/domain/safe-reading/invisible-characters.ts';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { sequencesOf } from '#shared/domain/safe-reading/text-marks.ts';
import { readWithinBounds } from './bounded-parser.ts';
import { cut, envelopeSender, MAX_ADDRESS, MAX_NAME, type ParsedMail, unreadable, withProblem } from './parsed-mail.ts';

/** Limits that keep a message within the size of a row (400 KB), whatever the mail contains. */
const MAX_ADDRESSES = 200;
const MAX_ATTACHMENTS = 100;
const MAX_HEADERS = 500;
const MAX_HEADER = 8 * 1024;
/** The limit of each list. All lists of a message together stay well below the size of a row. */
const MAX_LIST_BYTES = 48 * 1024;

/** Parses a raw mail. Never throws: `problem` says what could not be parsed. */
export async function parseMail(raw: Uint8Array, envelopeFrom: string): Promise<ParsedMail> {
  try {
    const { email, problem, isHeaderWhole } = await readWithinBounds(raw);
    const mail = toParsedMail(email, envelopeFrom);
    mail.hasOneAuthor &&= isHeaderWhole && isHeaderUnambiguous(raw);
    return problem === null ? mail : withProblem(mail, problem);
  } catch (error) {
    return unreadable(envelopeFrom, error instanceof Error ? error.message : 'not an email');
  }
}

/** The bytes of each attachment of a raw mail, in the order of `ParsedMail.attachments`. */
export async function parseAttachments(raw: Uint8Array): Promise<Uint8Array[]> {
  const { email } = await readWithinBounds(raw);
  return email.attachments.slice(0, MAX_ATTACHMENTS).map(({ content }) => bytesOf(content));
}

function toParsedMail(mail: Email, envelopeFrom: string): ParsedMail {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  const authors = authorsOf(mail);
  const from = addresses(authors);
  const replyTo = addresses(mail.replyTo);
  const attachments = truncateToBytes(mail.attachments.slice(0, MAX_ATTACHMENTS).map(attachmentOf));
  const { text, hiddenText, warnings } = readableMail(mail.text ?? null, mail.html ?? null);
  const hasBody = mail.text !== undefined || mail.html !== undefined;
  // The tab of a folded line stays in the value (RFC 5322, section 2.2.3).
  const subject = (mail.subject ?? '').replace(/\s+/g, ' ');
  return {
    from: from.length > 0 ? from : envelopeSender(envelopeFrom),
    hasOneAuthor: from.length === 1 && isSoleAuthor(from[0]?.address ?? '', fromFields(mail)),
    hasTooManyAuthors: authors.length > Math.min(from.length, MAX_AUTHORS),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    replyTo,
    subject: cut(seenText(subject), MAX_SUBJECT_CHARACTERS),
    snippet: snippetOf(text),
    rfcMessageId: messageIds(mail.messageId)[0] ?? null,
    inReplyTo: messageIds(mail.inReplyTo)[0] ?? null,
    referencedIds: referencedMessageIds(mail.inReplyTo, mail.references),
    attachments,
    isAutomated: isAutomated(header, envelopeFrom),
    warnings: sortedWarnings([
      ...warnings,
      ...headerWarnings({ from, replyTo }),
      ...characterWarnings([subject, ...authors.map(({ name }) => name), ...fileNames(mail)]),
    ]),
    sequences: sequencesOf(text),
    quotedSequences: sequencesOf(quotedText(text)),
    content: {
      text: hasBody ? text : null,
      html: mail.html ?? null,
      ...(hiddenText !== null && { hiddenText }),
      extractedText: hasBody ? extractReply(text) : null,
      headers: truncateToBytes(
        mail.headers
          .slice(0, MAX_HEADERS)
          .map(({ originalKey, value }) => ({ name: cut(originalKey, MAX_NAME), value: cut(value, MAX_HEADER) })),
      ),
    },
    // RFC 5322, section 3.6 requires an author. Without one, no reply is possible.
    problem: from.length > 0 ? null : 'no From field',
  };
}

function fileNames({ attachments }: Email): string[] {
  return attachments.slice(0, MAX_ATTACHMENTS).map(({ filename }) => filename ?? '');
}

function characterWarnings(texts: readonly string[]): ContentWarning[] {
  return texts.some((text) => withoutInvisibleCharacters(text).isSuspicious) ? ['invisible_characters'] : [];
}

/**
 * Every author, each once, in the order of the From fields. An email may have several, and a wrong one several fields.
 *
 * See: RFC 5322, section 3.6.2.
 */
function authorsOf(mail: Email): Address[] {
  const byAddress = new Map<string, Address>();
  for (const field of fromFields(mail)) {
    for (const mailbox of addressParser(field).flatMap((address) => address.group ?? [address])) {
      const key = mailbox.address.toLowerCase();
      if (key !== '' && !byAddress.has(key)) byAddress.set(key, mailbox);
    }
  }
  return [...byAddress.values()];
}

function fromFields({ headers }: Email): string[] {
  return headers.filter(({ key }) => key === 'from').map(({ value }) => value);
}

function attachmentOf(attachment: Email['attachments'][number]): ParsedMail['attachments'][number] {
  return {
    filename: fileName(attachment.filename),
    contentType: declaredMediaType(attachment.mimeType),
    size: bytesOf(attachment.content).byteLength,
    contentId: contentIdOf(attachment.contentId),
    disposition: attachment.disposition === 'inline' ? 'inline' : 'attachment',
  };
}

/** The file name without its path on the sender's machine (RFC 2183, section 2.3). */
function fileName(path: string | null): string | null {
  const name = seenText(path?.split(/[\\/]/).at(-1) ?? '').trim();
  return name === '' ? null : cut(name, MAX_NAME);
}

/** The content id without angle brackets, as HTML uses it in `cid:`. See: RFC 2392, section 2. */
function contentIdOf(field: string | undefined): string | null {
  const id = field?.trim().replace(/^<|>$/g, '') ?? '';
  return id === '' ? null : cut(id, MAX_NAME);
}

function bytesOf(content: Email['attachments'][number]['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

/** The addresses, without the names of groups. See: RFC 5322, section 3.4. */
function addresses(parsed: readonly Address[] | undefined): MailAddress[] {
  return truncateToBytes(
    (parsed ?? [])
      .flatMap((address) => address.group ?? [address])
      .filter(({ address }) => address !== '')
      .slice(0, MAX_ADDRESSES)
      .map(({ address, name }) => ({
        address: cut(address, MAX_ADDRESS),
        name: cut(seenText(name), MAX_NAME) || null,
      })),
  );
}

/** Whether a machine wrote the mail, so that no automatic reply is appropriate. See: RFC 3834, sections 2 and 5. */
function isAutomated(header: (name: string) => string | undefined, envelopeFrom: string): boolean {
  const submitted = header('auto-submitted')?.trim().toLowerCase();
  if (submitted !== undefined && !submitted.startsWith('no')) return true;
  if (/^(?:bulk|junk|list|auto_reply)$/i.test(header('precedence')?.trim() ?? '')) return true;
  // Reports about an email, such as delivery reports and receipts, come from machines (RFC 3834, section 2).
  if (/^multipart\/report\b/i.test(header('content-type')?.trim() ?? '')) return true;
  if (header('list-id') !== undefined || header('list-unsubscribe') !== undefined) return true;
  return envelopeFrom === '' || envelopeFrom === '<>';
}

/** The first items that fit into the list's share of the row. */
function truncateToBytes<T>(items: T[]): T[] {
  let left = MAX_LIST_BYTES;
  const kept: T[] = [];
  for (const item of items) {
    left -= Buffer.byteLength(JSON.stringify(item));
    if (left < 0) break;
    kept.push(item);
  }
  return kept;
}
