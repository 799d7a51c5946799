import { calendarWord, calendarWords } from './calendar-words.ts';

/** A date that was found in a line, with the rest of the line. */
interface FoundDate {
  /** Year, month and day; undefined if the line does not say which one is which. */
  readonly date: readonly [year: number, month: number, day: number] | undefined;
  readonly hasYear: boolean;
  readonly rest: string;
}

/** What a line says about a time. */
export interface QuotedTime {
  readonly hasDate: boolean;
  readonly hasYear: boolean;
  readonly hasTime: boolean;
  /**
   * The date and the time as ISO 8601, with the offset if the line names one; null if they are not there or can be read
   * in two ways, such as `4/11/2026`.
   */
  readonly at: string | null;
}

const YEAR_FIRST = /(?<!\d)((?:19|20|25)\d\d) ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2})(?!\d)/u;
const NUMBERS = /(?<!\d)(\d{1,2}) ?([./-]) ?(\d{1,2}) ?\2 ?((?:19|20|25)\d\d|\d\d)(?!\d)/u;
const DAY_MONTH_YEAR =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.|-)?,? ?(?:de |d['’]|of |di )?(\p{L}[\p{L}\p{M}.'’׳॰]{0,20})(?: de| del)?[-,]? ?((?:19|20|25)\d\d)(?!\d)/u;
const MONTH_DAY_YEAR = /(\p{L}[\p{L}\p{M}.'’׳॰]{0,20}) (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20|25)\d\d)(?!\d)/u;
const YEAR_MONTH_DAY =
  /(?<!\d)((?:19|20|25)\d\d)\.? (?:m\. |g\. |gada )?(\p{L}[\p{L}\p{M}.'’׳॰]{0,20}) (\d{1,2})(?!\d)/u;
const YEAR_DAY_MONTH = /(?<!\d)((?:19|20|25)\d\d)\.? (?:gada|g\.) (\d{1,2})\. (\p{L}[\p{L}\p{M}.'’׳॰]{0,20})/u;
const VIETNAMESE = /(?<!\d)(\d{1,2}) (?:thg|tháng) (\d{1,2}),? (?:năm )?((?:19|20)\d\d)(?!\d)/u;
const TIME = /(?<!\d)(\d{1,2}) ?(?:[:.時时点h]|시) ?(\d\d)(?:[:.](\d\d))?(?!\d)/u;
const OFFSET = /(?<!\d)([+-])(\d\d?)(?::?(\d\d))?(?!\d)/u;

/** Marks of the halves of a day, behind the time or before it, as they are without dots and spaces. */
const AFTERNOON: ReadonlySet<string> = new Set(['pm', 'μμ', 'م', 'ch', 'öös', 'ös', '下午', '오후', '午後', 'अपराह्न']);
const MORNING: ReadonlySet<string> = new Set(['am', 'πμ', 'ص', 'sa', 'öö', '上午', '오전', '午前', 'पूर्वाह्न']);
/** Halves of the day that are written in more ways than are known here. */
const OTHER_PARTS = /(?:晚上|中午|早上|凌晨|傍晚|清晨) ?$/u;
const TWO_LETTERS = /^[ .,]{0,2}(\p{L})\.? ?(\p{L})\.?(?!\p{L})/u;
const ONE_WORD = /^ ?(\p{L}[\p{L}\p{M}]{0,10})/u;
const WORD_BEFORE = /(?:^|[^\p{L}])([\p{L}\p{M}]{1,4}) ?$/u;
const ENGLISH = 'en';

/** What a recognizable line says about a time. `locales` are those of the words around it, if they are known. */
export function quotedTime(line: string, locales?: readonly string[]): QuotedTime {
  const text = line.replace(/<[^<>]{0,200}>/g, ' ').replace(/ {2,}/g, ' ');
  const found = findDate(text, locales);
  const rest = found?.rest ?? text;
  const time = TIME.exec(rest);
  return {
    hasDate: found !== undefined,
    hasYear: found?.hasYear === true,
    hasTime: time !== null,
    at: found?.date === undefined || time === null ? null : iso(found.date, time, rest),
  };
}

function findDate(text: string, locales: readonly string[] | undefined): FoundDate | undefined {
  const first = match(YEAR_FIRST, text, ([year, month, day]) => [Number(year), Number(month), Number(day)]);
  if (first !== undefined) return first;
  const vietnamese = match(VIETNAMESE, text, ([day, month, year]) => [Number(year), Number(month), Number(day)]);
  if (vietnamese !== undefined) return vietnamese;
  const numbers = match(NUMBERS, text, ([one, separator, other, year]) =>
    ordered(Number(one), Number(other), Number(year), year?.length === 4, separator === '.', locales),
  );
  if (numbers !== undefined) return numbers;
  const named = (word: string | undefined, year: string | undefined, day: string | undefined) => {
    const month = monthOf(word ?? '', locales);
    return month === undefined ? undefined : ([Number(year), month, Number(day)] as const);
  };
  return (
    match(YEAR_DAY_MONTH, text, ([year, day, word]) => named(word, year, day), isMonth(3)) ??
    match(DAY_MONTH_YEAR, text, ([day, word, year]) => named(word, year, day), isMonth(2)) ??
    match(MONTH_DAY_YEAR, text, ([word, day, year]) => named(word, year, day), isMonth(1)) ??
    match(YEAR_MONTH_DAY, text, ([year, word, day]) => named(word, year, day), isMonth(2))
  );
}

/** The date that an expression finds. `accepts` says whether what it found is one. */
function match(
  expression: RegExp,
  text: string,
  read: (groups: readonly (string | undefined)[]) => readonly [number, number, number] | undefined,
  accepts: (groups: readonly (string | undefined)[]) => boolean = () => true,
): FoundDate | undefined {
  const found = expression.exec(text);
  if (found === null || !accepts(found)) return undefined;
  const date = read(found.slice(1));
  const rest = `${text.slice(0, found.index)} | ${text.slice(found.index + found[0].length)}`;
  return { date: date !== undefined && isDate(date) ? inOurCalendar(date) : undefined, hasYear: true, rest };
}

const isMonth = (group: number) => (groups: readonly (string | undefined)[]) =>
  monthsOf(groups[group] ?? '') !== undefined;

/** Of three numbers, the day is first except in English, where only a number above 12 tells. */
function ordered(
  one: number,
  other: number,
  year: number,
  hasWholeYear: boolean,
  hasDots: boolean,
  locales: readonly string[] | undefined,
): readonly [number, number, number] | undefined {
  if (!hasWholeYear && !hasDots) return undefined;
  const whole = hasWholeYear ? year : 2000 + year;
  if (hasDots || one > 12 || one === other) return [whole, other, one];
  if (other > 12) return [whole, one, other];
  const isDayFirst = locales !== undefined && !locales.includes(ENGLISH);
  return isDayFirst ? [whole, other, one] : undefined;
}

function monthsOf(word: string): ReadonlyMap<number, ReadonlySet<string>> | undefined {
  const { months } = calendarWords();
  const key = calendarWord(word);
  // Hebrew has "in" as a letter of the word.
  return months.get(key) ?? (key.startsWith('ב') ? months.get(key.slice(1)) : undefined);
}

/** The month of a name. `listopad` is November in Czech and October in Croatian. */
function monthOf(word: string, locales: readonly string[] | undefined): number | undefined {
  const months = monthsOf(word);
  if (months === undefined) return undefined;
  const [only, ...others] = months.keys();
  if (others.length === 0) return only;
  const fitting = [...months].filter(([, names]) => locales?.some((locale) => names.has(locale)) === true);
  return fitting.length === 1 ? fitting[0]?.[0] : undefined;
}

/** Thai programs may count from 543 BC. */
function inOurCalendar([year, month, day]: readonly [number, number, number]): readonly [number, number, number] {
  return [year >= 2500 ? year - 543 : year, month, day];
}

function isDate([year, month, day]: readonly [number, number, number]): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function iso(date: readonly [number, number, number], time: RegExpExecArray, rest: string): string | null {
  const after = rest.slice(time.index + time[0].length);
  const hour = hourOf(Number(time[1]), rest.slice(0, time.index), after);
  const [minute, second] = [Number(time[2]), Number(time[3] ?? 0)];
  if (hour === undefined || hour > 23 || minute > 59 || second > 59) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const [year, month, day] = date;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${offsetOf(after)}`;
}

function hourOf(hour: number, before: string, after: string): number | undefined {
  const near = before.slice(-8).toLowerCase();
  if (OTHER_PARTS.test(near)) return undefined;
  const marks = [markBehind(after), WORD_BEFORE.exec(near)?.[1]].filter((mark) => mark !== undefined);
  const isAfternoon = marks.some((mark) => AFTERNOON.has(mark));
  if (hour > 12 || (!isAfternoon && !marks.some((mark) => MORNING.has(mark)))) return hour;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** The mark directly behind the time: `pm` of `10:00 p. m.` and of `10:00 PM`. */
function markBehind(after: string): string | undefined {
  const near = after.slice(0, 16).toLowerCase();
  const letters = TWO_LETTERS.exec(near);
  return letters === null ? ONE_WORD.exec(near)?.[1] : `${letters[1]}${letters[2]}`;
}

function offsetOf(after: string): string {
  const found = OFFSET.exec(after.slice(0, 24));
  if (found === null) return /^(?: ?\(?(?:gmt|utc)\b|z\b)/i.test(after.slice(0, 24)) ? 'Z' : '';
  const [, sign, hours, minutes = '00'] = found;
  const whole = (hours ?? '').padStart(2, '0');
  return Number(whole) > 14 ? '' : `${sign}${whole}:${minutes}`;
}
