import { ATTRIBUTION_LANGUAGES, QUOTING, WITHOUT_SPACES } from './attribution-words.ts';
import { calendarWord, calendarWords } from './calendar-words.ts';
import { quotedTime } from './quoted-date.ts';
import type { ReadLine } from './read-lines.ts';
import { isBlank, MAX_MARK_LINE, recognizable } from './recognizable-line.ts';
import { withoutDashes } from './separators.ts';

/** Who wrote a quoted message and when; null where a line does not say it. */
export interface QuotedOrigin {
  readonly from: string | null;
  readonly at: string | null;
}

/** The lines in which a mail program says who wrote what it quotes. */
export interface Attribution extends QuotedOrigin {
  readonly lines: 1 | 2 | 3;
  /** Whether it says so much that what follows is quoted even if nothing marks it. */
  readonly isCertain: boolean;
}

/** A name may have as many words that are neither part of the date nor of the words around. */
const MAX_NAME_WORDS = 6;
const MAX_CERTAIN_NAME_WORDS = 4;

const ADDRESS = /[<[(]\s?(?:mailto:)?([^\s<>()[\]@,;:"]{1,64}@[^\s<>()[\]@,;:"]{1,255})\s?[>\])]/;
const BARE_ADDRESS = /(?<![\w.@+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/;

/** All words around dates and names, of all languages: which one it is does not matter to find the name. */
const AROUND: ReadonlySet<string> = new Set([
  ...ATTRIBUTION_LANGUAGES.flatMap(({ wrote, begins, between }) => [...wrote, ...begins, ...between]),
  ...['gmt', 'utc', 'cet', 'cest', 'est', 'edt', 'pst', 'pdt', 'am', 'pm', 'a', 'p', 'm', 'de', 'и'],
]);

const BEGINS: ReadonlySet<string> = new Set(ATTRIBUTION_LANGUAGES.flatMap(({ begins }) => begins));

/**
 * The attribution that begins at this line, if one does. Mail programs break a long one over two or three lines.
 */
export function attributionAt(lines: readonly ReadLine[], at: number): Attribution | undefined {
  for (const count of [1, 2, 3] as const) {
    // Only the last of the lines ends as attributions do.
    const last = recognizable(lines[at + count - 1]);
    if (last === '' || lines[at + count - 1]?.depth !== lines[at]?.depth) return undefined;
    if (!endsAsAttribution(last)) continue;
    const found = attributionOf(joined(lines, at, count));
    if (found === undefined || (!found.isCertain && isSpokenAtEnd(last))) continue;
    if (count > 1 && (!beginsAsAttribution(lines, at) || hasShorter(lines, at, count, found))) return undefined;
    const isApart = isBlank(lines[at - 1]) || at === 0;
    return {
      from: found.from,
      at: found.at,
      lines: count,
      isCertain: found.isCertain && (found.hasAddress || isApart),
    };
  }
  return undefined;
}

/**
 * Whether the lines behind the first one are an attribution without it: then the first one is the author's. If only all
 * lines together have a date, and the first one has no other words, they belong together.
 */
function hasShorter(lines: readonly ReadLine[], at: number, count: number, whole: Found): boolean {
  return Array.from({ length: count - 1 }, (_, skipped) => skipped + 1).some((skipped) => {
    const found = attributionOf(joined(lines, at + skipped, count - skipped));
    const first = joined(lines, at, skipped);
    if (found === undefined || isAddressFirst(lines[at + skipped]) || /[<(]$/.test(first)) return false;
    return found.hasDate || !whole.hasDate || lowerCase(nameOf(tokensOf(first))) > 0;
  });
}

/** No attribution begins with an address in brackets: the name is on the line before. */
function isAddressFirst(line: ReadLine | undefined): boolean {
  return /^[<(]+[^<>()\s]{3,300}[>)]/.test(recognizable(line));
}

function joined(lines: readonly ReadLine[], at: number, count: number): string {
  return lines
    .slice(at, at + count)
    .map((line) => recognizable(line))
    .join(' ');
}

function endsAsAttribution(line: string): boolean {
  const end = line.replace(/[*_]{1,3}$/, '').trimEnd();
  if (/[:：]$/.test(end) || /-{3}$/.test(end)) return true;
  // Gmail before 2014, in some languages.
  const isOld = /^\d/.test(end) && /<[^<>\s@]{1,64}@[^<>\s@]{1,255}>$/.test(end);
  return isOld || isSpokenAtEnd(end);
}

/** Some programs leave the colon out. Then the line has to say all else. */
function isSpokenAtEnd(line: string): boolean {
  return SPEAKERS.has(line.slice(line.lastIndexOf(' ') + 1).toLowerCase());
}

/** The first of several lines begins with a part of the date or the first word of such a line, or is only a name. */
function beginsAsAttribution(lines: readonly ReadLine[], at: number): boolean {
  const line = recognizable(lines[at]);
  const words = line.split(' ');
  const word = calendarWord(words[0] ?? '');
  if (BEGINS.has(word) || calendarWords().names.has(word) || /^\W{0,2}\d/.test(line)) return true;
  if (/^[^<>]{1,60}<[^<>]{0,300}>?[^<>]{0,60}$/.test(line)) return true;
  const isApart = at > 1 && isBlank(lines[at - 1]);
  return isApart && words.length <= MAX_CERTAIN_NAME_WORDS && (isAddressFirst(lines[at + 1]) || line.endsWith('>,'));
}

interface Found extends QuotedOrigin {
  readonly isCertain: boolean;
  readonly hasAddress: boolean;
  readonly hasDate: boolean;
}

function attributionOf(text: string): Found | undefined {
  if (text.length > 2 * MAX_MARK_LINE) return undefined;
  // Every attribution has a date or an address.
  if (!/[\d@]/.test(text)) return undefined;
  const { inside } = withoutDashes(text.replaceAll('*', ''));
  const line = inside.replace(/\s?[:：]$/, '');
  const address = ADDRESS.exec(line)?.[1] ?? BARE_ADDRESS.exec(line)?.[0];
  const tokens = tokensOf(line);
  const spoken = localesOf(line, tokens);
  const time = quotedTime(line, spoken.length === 0 ? undefined : spoken);
  const name = nameOf(tokens);
  if (name.length > MAX_NAME_WORDS) return undefined;
  const isQuoting = address !== undefined && tokens.length <= 6 && QUOTING.has((tokens[0] ?? '').toLowerCase());
  const isDated = time.hasDate && (time.hasTime || address !== undefined);
  const isSpoken = spoken.length > 0 && (time.hasDate || (address !== undefined && (time.hasTime || hasDay(tokens))));
  const isNamedOnly = address !== undefined && isDated && (time.hasTime || /^\d.{0,200}>$/.test(line));
  // "Ada <ada@example.com> wrote:", as mutt and Gnus have it.
  const isShort = spoken.length > 0 && address !== undefined && name.length <= 4 && tokens.length <= 7;
  if (!isSpoken && !isNamedOnly && !isQuoting && !isShort) return undefined;
  const written = { line, name, address };
  if (!isQuoting && !isIntroduced(written, isShort || (spoken.length === 0 && time.hasTime && isDated)))
    return undefined;
  return {
    from: address?.toLowerCase().trim() ?? (name.join(' ') || null),
    at: time.at,
    isCertain: isDated && isOnlyAttribution(written, spoken.length > 0),
    hasAddress: address !== undefined,
    hasDate: time.hasDate,
  };
}

/** The words and numbers of a line without addresses. */
function tokensOf(line: string): string[] {
  return line
    .replace(/[<[(]\s?(?:mailto:)?[^\s<>()[\]@]{1,64}@[^<>()[\]@]{1,255}[>\])]/g, ' ')
    .split(/[\s,"„“”«»<>]+/)
    .filter((token) => /[\p{L}\d]/u.test(token));
}

interface Written {
  readonly line: string;
  readonly name: readonly string[];
  readonly address: string | undefined;
}

/**
 * Whether a line begins as attributions do: with a part of the date, a word such as `On`, or a name and an address. A
 * line that has all of date, time and an address, in a language that is not known here, may also end with the address
 * and one or two words. Other sentences are of the author, who may also have written before `On` on the same line.
 */
function isIntroduced({ line, name, address }: Written, isWhole: boolean): boolean {
  if (lowerCase(name) > MAX_LOWER_CASE) return false;
  if (beginsWithDate(line) || beginsWithName({ line, name, address })) return true;
  // The first word may be one of a language that is not known here, but not one that the author wrote before.
  const isCapital = !/^\p{Ll}/u.test(line) && lowerCase(name) <= 2;
  const behind = address === undefined ? '' : line.slice(line.lastIndexOf(address) + address.length);
  return isWhole && isCapital && behind.split(' ').filter((word) => /\p{L}/u.test(word)).length <= 2;
}

/** Whether a line says so much, and nothing else, that what follows is quoted even without marks. */
function isOnlyAttribution({ line, name, address }: Written, isSpoken: boolean): boolean {
  const begins = beginsWithDate(line) || beginsWithName({ line, name, address });
  if (address !== undefined && isSpoken) return begins && lowerCase(name) <= 1;
  const isName = name.length > 0 && name.length <= MAX_CERTAIN_NAME_WORDS && lowerCase(name) === 0;
  return isName && begins && (isSpoken || address !== undefined);
}

const MAX_LOWER_CASE = 3;

function lowerCase(name: readonly string[]): number {
  return name.filter((word) => /^[\p{Ll}\p{M}'’.-]+$/u.test(word)).length;
}

function beginsWithDate(line: string): boolean {
  const first = calendarWord(line.split(' ', 1)[0] ?? '');
  return BEGINS.has(first) || /^\d/.test(first) || calendarWords().names.has(first) || WITHOUT_SPACES.test(first);
}

/** Whether a name of a few words and its address, or without an address a name, are before everything else. */
function beginsWithName({ line, name, address }: Written): boolean {
  const end = address === undefined ? line.length : line.indexOf(address);
  const words = line
    .slice(0, end)
    .split(' ')
    .filter((word) => /\p{L}/u.test(word));
  const isShort = words.length <= MAX_CERTAIN_NAME_WORDS && words.every((word) => !/^\p{Ll}/u.test(word));
  if (address !== undefined) return isShort;
  return name.length > 0 && line.replace(/["„“”,]/g, '').startsWith(name.join(' '));
}

/** The locales of the languages that have a word for "wrote", by this word. */
const SPEAKERS: ReadonlyMap<string, readonly string[]> = speakers();
const SPEAKERS_WITHOUT_SPACES = [...SPEAKERS].filter(([word]) => WITHOUT_SPACES.test(word));

function speakers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { locales, wrote } of ATTRIBUTION_LANGUAGES) {
    for (const word of wrote) found.set(word, [...(found.get(word) ?? []), ...locales]);
  }
  return found;
}

/** The locales in which a line says "wrote". */
function localesOf(line: string, tokens: readonly string[]): string[] {
  const words = tokens.map((token) => token.toLowerCase().replace(/^[.'(]{1,4}|[.':;]{1,4}$/g, ''));
  const found = words.flatMap((word) => SPEAKERS.get(word) ?? []);
  if (!WITHOUT_SPACES.test(line)) return found;
  return [...found, ...SPEAKERS_WITHOUT_SPACES.flatMap(([word, locales]) => (line.includes(word) ? locales : []))];
}

/** The words that are neither part of a date nor around it. */
function nameOf(tokens: readonly string[]): string[] {
  const { names } = calendarWords();
  return tokens
    .map((token) => token.replace(/님이$|님$|さん$|于$|於$/u, ''))
    .filter((token) => {
      const word = calendarWord(token);
      if (word === '' || /\d/.test(word) || names.has(word)) return false;
      return !AROUND.has(word) && !AROUND.has(token.toLowerCase()) && !isAround(word);
    });
}

/** Words of scripts without spaces contain those around the name. */
function isAround(word: string): boolean {
  return WITHOUT_SPACES.test(word) && /写道|寫道|작성|เขียน|^[上下]午|^오[전후]|^週|^周|^ในวันที่|เวลา/u.test(word);
}

function hasDay(tokens: readonly string[]): boolean {
  const { names } = calendarWords();
  return tokens.some((token) => names.has(calendarWord(token)));
}
