import type { QuotedOrigin } from './attribution.ts';
import { type HeaderField, type LabeledLine, labeledLine } from './header-labels.ts';
import { quotedTime } from './quoted-date.ts';
import type { ReadLine } from './read-lines.ts';
import { isBlank, nextWritten, recognizable } from './recognizable-line.ts';

/** The header of a quoted message, as mail programs write it above the message. */
export interface HeaderBlock extends QuotedOrigin {
  /** How many lines it has. */
  readonly lines: number;
}

const MAX_LINES = 16;
export const ADDRESS = /(?<![\w.@+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}/;
/** Labels above the text of a form. A quoted message has none. */
const OF_FORMS =
  /^(?:message|nachricht|mitteilung|comments?|kommentar|mensaje|mensagem|messaggio|bericht|text|body|enquiry|inquiry|question|phone|telephone|telefon|details?)$/;
/** Labels of a date that forms have too. The others say that a message was sent. */
const OF_ANY_DATE =
  /^(?:date|datum|data|fecha|dato|dátum|дата|датум|tarih|ngày|tanggal|日期|日付|날짜|時間|时间|תאריך|التاريخ|تاریخ)$/;

/**
 * The header of a quoted message that begins at this line, if one does. It names the earlier message: an address or a
 * name in From, a day and a time in Sent or Date, and at least one more field, among them the subject unless there is
 * an address or the label of the date says that it was sent. Everything else of this form is content: a trip, an order,
 * a contact form.
 *
 * GMX has the date before the author, Lotus Notes the recipient. A field may continue on lines without a label.
 */
export function headerBlockAt(lines: readonly ReadLine[], at: number): HeaderBlock | undefined {
  const first = labeledLine(lines[at]);
  if (first?.field === undefined || first.field === 'other' || first.field === 'cc') return undefined;
  const { fields, end, hasUnknown, isSent } = fieldsFrom(lines, at);
  const from = fields.get('from');
  const date = fields.get('date');
  if (from === undefined || date === undefined || from === '' || fields.size < 3) return undefined;
  const address = ADDRESS.exec(from)?.[0];
  const hasAddress = address !== undefined || ADDRESS.test(fields.get('to') ?? '');
  if (hasUnknown && !hasAddress) return undefined;
  const time = quotedTime(date, localesOf(first));
  if (!hasAddress && !fields.has('subject') && !(isSent && time.hasYear)) return undefined;
  if (!time.hasTime && !(time.hasDate && hasAddress && fields.has('subject') && fields.has('to'))) return undefined;
  if (!/\p{L}/u.test(from) || isForm(lines, end)) return undefined;
  return { lines: end - at, from: address?.toLowerCase() ?? nameOf(from), at: time.at };
}

function fieldsFrom(lines: readonly ReadLine[], at: number) {
  const fields = new Map<HeaderField, string>();
  const depth = lines[at]?.depth;
  let last: HeaderField | undefined;
  let hasUnknown = false;
  let isSent = false;
  let index = at;
  for (; index < lines.length && index < at + MAX_LINES && lines[index]?.depth === depth; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const text = recognizable(line);
    const labeled = labeledLine(line);
    const isNew = labeled?.field !== undefined && (!fields.has(labeled.field) || labeled.field === 'other');
    if (labeled !== undefined && isNew && labeled.field !== undefined) {
      last = labeled.field;
      isSent ||= last === 'date' && !OF_ANY_DATE.test(labeled.label);
      fields.set(last, labeled.value);
    } else if (isBlank(line)) {
      // Programs that make a paragraph of each field leave blank lines between them.
      if (!continues(lines, index, fields)) break;
    } else if (last !== undefined && isContinued(fields.get(last) ?? '', line.text, text)) {
      fields.set(last, `${fields.get(last) ?? ''} ${text}`.trim().slice(0, MAX_VALUE));
    } else if (labeled !== undefined && fields.size < 4 && labeled.field === undefined) {
      hasUnknown = true;
    } else break;
  }
  while (index > at && isBlank(lines[index - 1])) index -= 1;
  return { fields, end: index, hasUnknown, isSent };
}

const MAX_VALUE = 1_000;

/** Whether behind a blank line there is one more field that the header does not have yet. */
function continues(lines: readonly ReadLine[], at: number, fields: ReadonlyMap<HeaderField, string>): boolean {
  const next = nextWritten(lines, at, 1);
  if (next === -1 || fields.size >= 4 || (fields.has('subject') && fields.has('to') && fields.has('date')))
    return false;
  const labeled = labeledLine(lines[next]);
  return labeled?.field !== undefined && labeled.field !== 'other' && !fields.has(labeled.field);
}

/** Whether a line without a label continues a value: an empty one, a list of addresses, or by its indent. */
function isContinued(value: string, line: string, text: string): boolean {
  if (text === '') return false;
  return value === '' || /[;,]$/.test(value) || /^[\t ]{1,40}[<"\w]/.test(line) || /^<[^<>\s]{3,300}>[;,]?$/.test(text);
}

/** Whether a form continues below: with the label of its text. */
function isForm(lines: readonly ReadLine[], end: number): boolean {
  const next = nextWritten(lines, end);
  const labeled = next === -1 ? undefined : labeledLine(lines[next]);
  return labeled !== undefined && labeled.field === undefined && OF_FORMS.test(labeled.label);
}

/** German, French and the others have the day first; English labels are used everywhere. */
function localesOf({ label }: LabeledLine): readonly string[] | undefined {
  return /^(?:from|sent|date|to|subject)$/.test(label) ? undefined : ['de'];
}

function nameOf(from: string): string | null {
  const name = from
    .replace(/[<[(].{0,300}$/, '')
    .replace(/["'„“”]/g, '')
    .trim();
  return name === '' ? null : name.slice(0, 200);
}
