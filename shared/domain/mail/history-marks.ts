/**
 * How mail programs introduce the mail that they quote below a reply: a separator, an attribution line that says who
 * wrote when, or the header of the quoted mail. Each is in the language of the person who replies.
 *
 * Source: replies as Gmail, Outlook, Apple Mail and Thunderbird write them; RFC 3676, section 4.5 (`>`).
 */
const SEPARATORS: readonly RegExp[] = [
  /^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine)\s*-{2,}$/i,
  /^_{20,}$/,
];

/** Attributions that are recognized by their beginning and end, with or without a date. */
const ATTRIBUTIONS: readonly RegExp[] = [
  /^(?:on|am|le|el|il)\b.{5,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\s?:$/i,
  /^am\b.{5,100}\bschrieb\b.{1,100}:$/i,
];

/** The first line of an attribution that an email program has broken in two: it contains a day. */
const ATTRIBUTION_BEGINS = /^(?:on|am|le|el|il)\b|\d/i;

/** "wrote" in several languages. With a date or an address on the same line, it makes an attribution. */
const WROTE =
  /(?<!\p{L})(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|kirjoitti|napisał|napsal|írta|yazdı|написал|пише)(?!\p{L})|写道|寫道|작성/iu;
const ENDS = /[:：]$/;
const DATED = /\d.*@|@.*\d|\d{1,2}[:.]\d{2}/;
/** Some languages have no such word: a year, and an address in angle brackets at the end of the line. */
const NAMED_ONLY = /(?:19|20)\d\d.*<[^<>\s]+@[^<>\s]+>\s?[:：]$/;

/** No attribution is longer. It also limits the time that a hostile line takes. */
const MAX_LINE = 300;

/** The fields of a quoted header. It begins with `from`, and at least two of the others have to follow. */
const FROM = field('from|von|de|da|van|från|fra|od|от|发件人|寄件者|差出人|보낸 사람');
const OTHERS: readonly RegExp[] = [
  field(
    'sent|date|gesendet|datum|envoyé|enviado|enviado el|enviada em|fecha|data|inviato|verzonden|skickat|sendt|dato|wysłano|отправлено|дата|发送时间|送信日時|보낸 날짜',
  ),
  field('to|an|à|para|a|aan|till|til|do|кому|收件人|宛先|받는 사람'),
  field('cc|kopie|copie'),
  field('subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|тема|主题|主旨|件名|제목'),
];
const MAX_FIELDS = 6;

function field(names: string): RegExp {
  return new RegExp(`^\\*{0,2}(?:${names})\\s?[:：]\\*{0,2}(?:\\s|$)`, 'i');
}

/** Whether the quoted history begins at this line: with a separator, or the header of a quoted mail. */
export function beginsHistory(lines: readonly string[], index: number): boolean {
  const line = lineAt(lines, index);
  return SEPARATORS.some((pattern) => pattern.test(line)) || beginsQuotedHeader(lines, index);
}

/** The number of lines of the attribution that begins here. Mail programs break a long one in two. */
export function attributionLines(lines: readonly string[], index: number): 0 | 1 | 2 {
  const line = lineAt(lines, index);
  if (isAttribution(line)) return 1;
  const next = lineAt(lines, index + 1);
  const broken = ATTRIBUTION_BEGINS.test(line) && next !== '' && !isAttribution(next);
  return broken && isAttribution(`${line} ${next}`) ? 2 : 0;
}

function isAttribution(line: string): boolean {
  if (line.length > MAX_LINE || !ENDS.test(line)) return false;
  if (ATTRIBUTIONS.some((pattern) => pattern.test(line)) || NAMED_ONLY.test(line)) return true;
  return DATED.test(line) && WROTE.test(line.replace('(a)', ''));
}

/** Whether the header of a quoted mail begins at this line. It ends before the next empty line. */
export function beginsQuotedHeader(lines: readonly string[], index: number): boolean {
  if (!FROM.test(lineAt(lines, index))) return false;
  const found = new Set<RegExp>();
  for (let at = index + 1; at <= index + MAX_FIELDS; at++) {
    const line = lineAt(lines, at);
    if (line === '') break;
    const other = OTHERS.find((pattern) => pattern.test(line));
    if (other !== undefined) found.add(other);
  }
  return found.size >= 2;
}

function lineAt(lines: readonly string[], index: number): string {
  return lines[index]?.slice(0, MAX_LINE + 1).trim() ?? '';
}
