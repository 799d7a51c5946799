import { type Address, addressParser, type Email } from 'postal-mime';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { isSoleAuthor, MAX_AUTHORS } from '#shared/domain/mail/author.ts';
import { isAutomatedMail } from '#shared/domain/mail/automated-mail.ts';
import { isHeaderUnambiguous } from '#shared/domain/mail/header-form.ts';
import { headerWarnings } from '#shared/domain/mail/header-warnings.ts';
import { MAX_REFERENCES, MAX_SUBJECT_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { type MailReport, mailReportOf } from '#shared/domain/mail/mail-report.ts';
import { declaredMediaType } from '#shared/domain/mail/media-type.ts';
import { messageIds, referencedMessageIds } from '#shared/domain/mail/references.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { beginsAsAnswer } from '#shared/domain/quotations/subject-marks.ts';
import { type ContentWarning, sortedWarnings } from '#shared/domain/safe-reading/content-warning.ts';
import { withoutInvisibleCharacters } from '#shared/domain/safe-reading/invisible-characters.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { sequencesOf } from '#shared/domain/safe-reading/text-marks.ts';
import { readWithinBounds } from './bounded-parser.ts';
import { canonicalWords } from './encoded-words.ts';
import { mentionsOf, outsideOfParts } from './mentions-of.ts';
import { cut, envelopeSender, MAX_ADDRESS, MAX_NAME, type ParsedMail, unreadable, withProblem } from './parsed-mail.ts';
import { readingOf } from './reading-of.ts';
import { decodedText } from './text-charset.ts';

/** Limits that keep a message within the size of a row (400 KB), whatever the mail contains. */
const MAX_ADDRESSES = 200;
const MAX_ATTACHMENTS = 100;
const MAX_HEADERS = 500;
/** A report is its second part, and its third one what it is about (RFC 6522, section 3). */
const MAX_REPORT_PARTS = 10;
const MAX_REPORT_BYTES = 64 * 1024;
const MAX_HEADER = 8 * 1024;
/** The limit of each list. All lists of a message together stay well below the size of a row. */
const MAX_LIST_BYTES = 48 * 1024;

/** Parses a raw mail. Never throws: `problem` says what could not be parsed. */
export async function parseMail(raw: Uint8Array, envelopeFrom: string): Promise<ParsedMail> {
  try {
    const { email, problem, isHeaderWhole } = await readWithinBounds(raw);
    const mail = toParsedMail(email, envelopeFrom, outsideOfParts(raw));
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

function toParsedMail(mail: Email, envelopeFrom: string, outside: string): ParsedMail {
  const authors = authorsOf(mail);
  const from = addresses(authors);
  const replyTo = addresses(mail.replyTo);
  const attachments = truncateToBytes(mail.attachments.slice(0, MAX_ATTACHMENTS).map(attachmentOf));
  const report = reportOf(mail);
  // The tab of a folded line stays in the value (RFC 5322, section 2.2.3).
  const subject = (mail.subject ?? '').replace(/\s+/g, ' ');
  const referencedIds = referencedMessageIds(mail.inReplyTo, mail.references);
  const { hiddenText, warnings, ownText, quotedText, words, ...reading } = readingOf(
    mail.text ?? null,
    mail.html ?? null,
    {
      isAnswer: referencedIds.length > 0 || beginsAsAnswer(subject),
      subject,
    },
  );
  return {
    from: from.length > 0 ? from : envelopeSender(envelopeFrom),
    hasOneAuthor: from.length === 1 && isSoleAuthor(from[0]?.address ?? '', fromFields(mail)),
    hasTooManyAuthors: authors.length > Math.min(from.length, MAX_AUTHORS),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    replyTo,
    subject: cut(seenText(subject), MAX_SUBJECT_CHARACTERS),
    snippet: snippetOf(ownText),
    rfcMessageId: messageIds(mail.messageId)[0] ?? null,
    inReplyTo: messageIds(mail.inReplyTo)[0] ?? null,
    // A report about an email belongs to its thread.
    referencedIds: [...(report?.originalIds ?? []), ...referencedIds].slice(0, MAX_REFERENCES),
    ...(report !== undefined && { report }),
    attachments,
    isAutomated: isAutomated(mail, subject, from[0]?.address ?? '', envelopeFrom),
    warnings: sortedWarnings([
      ...warnings,
      ...headerWarnings({ from, replyTo }),
      ...characterWarnings([subject, ...authors.map(({ name }) => name), ...fileNames(mail)]),
    ]),
    sequences: sequencesOf(words),
    quotedSequences: sequencesOf(quotedText),
    mentions: mentionsOf(mail, { subject, ownText, quotedText, words, hiddenText, ...reading }, outside),
    content: {
      ...reading,
      html: mail.html ?? null,
      ...(hiddenText !== null && { hiddenText }),
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
    for (const mailbox of addressParser(canonicalWords(field)).flatMap((address) => address.group ?? [address])) {
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

function reportOf({ headers, attachments }: Email): MailReport | undefined {
  const contentType = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const text = (content: Email['attachments'][number]['content']) =>
    decodedText(bytesOf(content).subarray(0, MAX_REPORT_BYTES), undefined);
  return mailReportOf(contentType, () =>
    attachments.slice(0, MAX_REPORT_PARTS).map(({ mimeType, content }) => ({ type: mimeType, text: text(content) })),
  );
}

function isAutomated({ headers }: Email, subject: string, author: string, envelopeFrom: string): boolean {
  const byName = Map.groupBy(headers, ({ key }) => key);
  const fields = (name: string) => byName.get(name)?.map(({ value }) => value) ?? [];
  return isAutomatedMail({ fields, names: [...byName.keys()], subject, author, envelopeFrom });
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
