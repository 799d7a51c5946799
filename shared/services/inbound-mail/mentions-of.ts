import type { Email } from 'postal-mime';
import { type FileKind, fileKind } from '#shared/domain/files/file-kind.ts';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import type { MailLink, MailReading } from '#shared/domain/mail/mail-reading.ts';
import { type Mentions, mentionsIn, type PlacedText } from '#shared/domain/vouching/mention.ts';
import { decodedText } from './text-charset.ts';

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
const MAX_FILES = 100;
const MAX_FILE_BYTES = 2_000_000;
/** The beginning of a file shows whether it is a text. */
const PROBE_BYTES = 4_096;
/** Files the text of which is extracted when a client asks for it (`rememberFile`). */
const READ_LATER: ReadonlySet<FileKind> = new Set<FileKind>(['pdf', 'docx']);

/** What an email mentions in all of its parts, what its author says first. */
export function mentionsOf(mail: Email, read: ReadMail): Mentions {
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
    { place: 'hidden', text: mail.text ?? '' },
    { place: 'hidden', text: mail.html ?? '', isHtml: true },
    ...filesOf(mail),
  ];
  return mentionsIn(texts.filter(({ text }) => text !== ''));
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

function filesOf({ attachments }: Email): PlacedText[] {
  return attachments.slice(0, MAX_FILES).flatMap(({ filename, mimeType, content }) => {
    const name: PlacedText = { place: 'attachment', text: filename ?? '' };
    const kind = fileKind({ contentType: mimeType.toLowerCase(), filename });
    if (kind !== undefined && READ_LATER.has(kind)) return [name];
    const text = textIn(content, kind);
    if (text === undefined) return [name];
    const files: PlacedText[] = [{ place: 'attachment', text }];
    if (kind === 'html') files.push({ place: 'attachment', text, isHtml: true });
    return [name, ...files];
  });
}

/** The text of a file, also of an unknown kind; `undefined` if it is none. */
function textIn(content: Email['attachments'][number]['content'], kind: FileKind | undefined): string | undefined {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return undefined;
  const text = decodedText(bytes.subarray(0, MAX_FILE_BYTES), undefined).slice(0, MAX_BODY_CHARACTERS);
  return kind === 'email' ? text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, '%$1') : text;
}
