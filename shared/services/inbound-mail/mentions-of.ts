import type { Email } from 'postal-mime';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import type { MailLink, MailReading } from '#shared/domain/mail/mail-reading.ts';
import { type Mentions, mentionsIn, type PlacedText } from '#shared/domain/vouching/mention.ts';
import { textsOfFiles } from './texts-of-files.ts';

/** What was read of an email, in which addresses and hosts are looked for. */
interface ReadMail {
  readonly subject: string;
  /** What its author wrote, without and with what it replies to or forwards. */
  readonly ownText: string;
  readonly extractedText: string;
  readonly isForward: boolean;
  readonly quotedText: string;
  readonly words: string;
  readonly hiddenText: string | null;
  readonly links: readonly MailLink[];
  /** Who wrote what it quotes or forwards. */
  readonly quoted: MailReading['quoted'];
}

/** Fields that name people or sites for a reader, beyond those of the sender's own programs. */
const FIELDS =
  /^(?:to|cc|bcc|reply-to|sender|mail-(?:followup|reply)-to|errors-to|return-receipt-to|disposition-notification-to|comments|keywords|organization|list-(?:unsubscribe|post|help|subscribe|archive|owner|id))$/;
/** Other fields that may say something. Those of servers and filters do not. */
const OTHER_FIELDS =
  /^x-(?!(?:ms|microsoft|forefront|exchange|ses|amz|google|gm|gmail|received|spam|virus|mimecast|proofpoint|mailgun|sg|feedback|authentication|originating|ironport|barracuda|sonic|yahoo|yandex|zoho|campaign|mandrill|postmark|sfdc|pm)\b)/;

const MAX_FIELDS = 200;
const MAX_FIELD = 8 * 1024;
/** What an email mentions in all of its parts, what its author says first. `outside`: what programs show as no part. */
export function mentionsOf(mail: Email, read: ReadMail, outside = ''): Mentions {
  const { subject, ownText, quotedText, words, hiddenText, links, quoted } = read;
  const { extractedText, isForward } = read;
  const isOnlyForward = isForward && ownText === extractedText;
  const said = isOnlyForward ? '' : saidOf(ownText, quotedText);
  const isSaid = (link: MailLink) => quotedText === '' || (link.text !== '' && said.includes(link.text));
  const texts: PlacedText[] = [
    { place: 'subject', text: subject },
    { place: 'text', text: said },
    { place: 'link', text: linesOf(links.filter(isSaid)) },
    { place: 'header', text: [...fieldsOf(mail), ...namesOf(mail), quoted?.from ?? ''].join('\n') },
    { place: 'quotation', text: quotedText },
    { place: 'quotation', text: linesOf(links.filter((link) => !isSaid(link))) },
    { place: 'quotation', text: words },
    { place: 'hidden', text: hiddenText ?? '' },
    { place: 'hidden', text: outside },
    { place: 'hidden', text: mail.text ?? '' },
    { place: 'hidden', text: mail.html ?? '', isHtml: true },
    ...textsOfFiles(mail),
  ];
  const found = mentionsIn(texts.filter(({ text }) => text !== ''));
  // A body is kept up to a limit. The raw email has all of it.
  const isCut = [mail.text, mail.html].some((body) => (body?.length ?? 0) >= MAX_BODY_CHARACTERS);
  return isCut ? { ...found, isWhole: false } : found;
}

/** A line with a mark of a quotation, or of the header of a quoted message. */
const QUOTED_OR_FIELD = /^(?: ?>|\s{0,4}[*_]{0,2}[\p{L}-]{2,20} ?[*_]{0,2}:[*_\s].{0,400}@)/u;

/** What an author wrote, without lines that may be quoted: a line in doubt is. */
function saidOf(ownText: string, quotedText: string): string {
  if (quotedText === '') return ownText;
  const quoted = new Set(quotedText.split('\n').map((line) => line.trim()));
  const isOwn = (line: string) => !QUOTED_OR_FIELD.test(line) && (line.trim() === '' || !quoted.has(line.trim()));
  return ownText.split('\n').filter(isOwn).join('\n');
}

function linesOf(links: readonly MailLink[]): string {
  return links.map(({ url }) => url).join('\n');
}

function fieldsOf({ headers }: Email): string[] {
  return headers
    .filter(({ key }) => FIELDS.test(key) || OTHER_FIELDS.test(key))
    .slice(0, MAX_FIELDS)
    .map(({ value }) => value.slice(0, MAX_FIELD));
}

/** The names of the people in the header, which may say anything. */
function namesOf({ from, sender, replyTo = [], to = [], cc = [] }: Email): string[] {
  const people = [
    ...(from === undefined ? [] : [from]),
    ...(sender === undefined ? [] : [sender]),
    ...replyTo,
    ...to,
    ...cc,
  ];
  return people.slice(0, MAX_FIELDS).map(({ name }) => name);
}

/** Fields of parts that say something, folded or not. A boundary says nothing. */
const PART_FIELDS = /^content-(?:description|type|disposition|location|language): ?((?:[^\r\n]|\r?\n[ \t]){1,2000})/gim;
const BOUNDARY = /boundary="?[^";\s]{1,200}"?/gi;
const MAX_RAW = 1_000_000;

/** What only the raw email says: fields of its parts, and what is before the first one. */
export function outsideOfParts(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_RAW)).toString('latin1');
  const fields = [...text.matchAll(PART_FIELDS).take(MAX_FIELDS)].map(([, value = '']) => value.replace(BOUNDARY, ''));
  const end = text.search(/\r?\n\r?\n/);
  const isOfParts = /^content-type: ?multipart\//im.test(text.slice(0, Math.max(end, 0)));
  const before = isOfParts ? (text.slice(end).split(/^--/m, 1)[0] ?? '') : '';
  return [...fields, before.slice(0, MAX_FIELD)].join('\n');
}
