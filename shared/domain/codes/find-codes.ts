import type { LineRole, ReadLine } from '../quotations/read-lines.ts';
import { type Candidate, type Code, candidatesIn, withoutAddresses } from './code-candidates.ts';
import { STRONG_NAMES, WEAK_NAMES } from './code-names.ts';
import { OTHER_PURPOSE, PROVING_PURPOSE } from './code-purposes.ts';

/** A code in a quotation is an old one. One that a person has forwarded may be meant. */
const READ_ROLES: ReadonlySet<LineRole> = new Set(['own', 'forward']);

/** Lines that are read, and characters of each. Emails with a code are short. */
const MAX_LINES = 400;
const MAX_LINE = 2_000;
const MAX_CODES = 5;
/** Names and candidates of one line. */
const MAX_NAMES = 8;
const MAX_CANDIDATES = 40;

/** How many lines with a text around one tell what it is about. */
const NEAR_LINES = 4;
/** How many lines with a text below its name a code may be alone on. */
const MAX_LINES_BELOW = 3;
/** Characters between a name and its code in a sentence. */
const MAX_GAP = 70;

/** A line with a text. */
interface Line {
  readonly text: string;
  readonly candidates: readonly Candidate[];
  /** The names of codes in it. */
  readonly names: readonly Name[];
  /** Whether it asks its reader to prove who they are, and whether it is about a code for something else. */
  readonly asksForProof: boolean;
  readonly isAboutOther: boolean;
}

interface Name {
  readonly start: number;
  readonly end: number;
  readonly isStrong: boolean;
}

/**
 * The one-time codes of an email, by what a person sees of it: a number of 4 to 8 digits or a word of letters and
 * digits near the name of such a code, in the same sentence, or alone on a line below the name or right above it. A
 * name that is also used for discounts or bookings counts only where the lines around it ask the reader to prove who
 * they are. When in doubt there is none: an invented code is worse than a missing one. Lines of quotations have none.
 */
export function findCodes(lines: readonly Pick<ReadLine, 'text' | 'role'>[], subject: string): Code[] {
  const own = lines.filter(({ role, text }) => READ_ROLES.has(role) && text.trim() !== '').slice(0, MAX_LINES);
  const read = [subject, ...own.map(({ text }) => text)].map(lineOf);
  const found = new Map<string, Code>();
  for (const [index, line] of read.entries()) {
    for (const name of line.names) {
      if (!isOfProof(read, index, name)) continue;
      const code = inSentence(line, name) ?? aloneNear(read, index, name);
      if (code !== undefined && found.size < MAX_CODES && !found.has(code.value)) {
        found.set(code.value, { value: code.value, kind: code.kind });
      }
    }
  }
  return [...found.values()];
}

function lineOf(text: string): Line {
  const line = withoutAddresses(normalized(text.slice(0, MAX_LINE)));
  const strong = namesIn(line, STRONG_NAMES, true);
  const isCovered = (name: Name) => strong.some(({ start, end }) => name.start < end && name.end > start);
  const weak = namesIn(line, WEAK_NAMES, false).filter((name) => !isCovered(name));
  return {
    text: line,
    candidates: candidatesIn(line).slice(0, MAX_CANDIDATES),
    names: [...strong, ...weak].slice(0, MAX_NAMES),
    asksForProof: PROVING_PURPOSE.test(line),
    isAboutOther: OTHER_PURPOSE.test(line),
  };
}

/** A line with one form of each sign. A comma of full width ends a number, and one of ASCII may be part of it. */
function normalized(text: string): string {
  return text
    .replace(/[，、。]/g, '$& ')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

function namesIn(line: string, names: RegExp, isStrong: boolean): Name[] {
  return [...line.matchAll(names)].map(({ 0: name, index }) => ({ start: index, end: index + name.length, isStrong }));
}

/** Whether a name is that of a code which proves something, by its own words or by those around it. */
function isOfProof(lines: readonly Line[], index: number, name: Name): boolean {
  const { text } = lines[index] as Line;
  if (name.isStrong)
    return !/(?:^|[^\p{L}])(?:cvv|cvc|card|karte)(?:$|[^\p{L}])/iu.test(text.slice(name.end, name.end + 20));
  if (lines.slice(Math.max(0, index - 1), index + 2).some(({ isAboutOther }) => isAboutOther)) return false;
  // The subject belongs to every line.
  const near = [lines[0], ...lines.slice(Math.max(0, index - NEAR_LINES), index + NEAR_LINES + 1)];
  return near.some((one) => one?.asksForProof);
}

/** What may be around a code or a verb. */
const QUOTES = `["'“”„«»()\\[\\]\\s]*`;

/** Words that lead from a name to its code, or from a code to its name. */
const VERBS = 'is|ist|lautet|est|es|[ée]|è|är|er|on|to|jest|je|este|adalah|là|คือ|は|是|为|為|هو|הוא|है';

/** What is between a name and its code where nothing else makes it one: `is:`, `ist`, a colon. */
const LED = new RegExp(`^${QUOTES}(?:(?:${VERBS}|—|–|-)\\s?)?[:=]?${QUOTES}$`, 'iu');
/** The end of what is between a weak name and its code, and the beginning of what is between a code and its name. */
const LEADS = new RegExp(`(?:[:=]|(?<![\\p{L}\\p{N}])(?:${VERBS}))${QUOTES}$`, 'iu');
const IS_NAMED = new RegExp(`^${QUOTES}(?:${VERBS}|as|als|comme|como|come|som|jako|olarak|как)\\s`, 'iu');

/** The code of a name in the same sentence: right behind it, or else the nearest one that is beyond doubt. */
function inSentence({ text, candidates }: Line, name: Name): Candidate | undefined {
  const behind = candidates.find(({ start }) => start >= name.end);
  if (behind !== undefined && isLed(text, name, behind)) return behind;
  const near = candidates
    .filter((candidate) => !candidate.isDoubtful && (name.isStrong || isConnected(text, name, candidate)))
    .map((candidate) => ({ candidate, gap: gapOf(text, name, candidate) }))
    .filter(({ gap }) => gap <= MAX_GAP)
    .sort((a, b) => a.gap - b.gap);
  return near[0]?.candidate;
}

/**
 * Whether a candidate is right behind a name. Letters alone need other words in small letters, a word in capitals a
 * verb.
 */
function isLed(text: string, name: Name, { start, value, kind, isWord }: Candidate): boolean {
  const between = text.slice(name.end, start);
  if (!LED.test(between)) return false;
  const isLetters = kind === 'alphanumeric' && !/\d/.test(value);
  return (!isLetters || text !== text.toUpperCase()) && (!isWord || /[\p{L}:]/u.test(between));
}

/** Whether a verb or a colon leads from a weak name to a candidate, or a verb from the candidate to the name. */
function isConnected(text: string, name: Name, { start, end }: Candidate): boolean {
  return start >= name.end ? LEADS.test(text.slice(name.end, start)) : IS_NAMED.test(text.slice(end, name.start));
}

/** The characters between a name and a candidate; infinite where a sentence ends between them. */
function gapOf(text: string, name: Name, { start, end }: Candidate): number {
  const [from, to] = start >= name.end ? [name.end, start] : [end, name.start];
  if (to < from) return Number.POSITIVE_INFINITY;
  return /[.!?。！？]\s/.test(text.slice(from, to)) ? Number.POSITIVE_INFINITY : to - from;
}

/** The code that is alone on one of the next lines, or on the line before one that begins by saying what it is. */
function aloneNear(lines: readonly Line[], index: number, name: Name): Candidate | undefined {
  // A line with a code in a sentence of its own needs none from elsewhere.
  const below = lines.slice(index + 1, index + 1 + MAX_LINES_BELOW);
  for (const [distance, line] of below.entries()) {
    const alone = aloneIn(line);
    const isLedTo = distance === 0 && (!alone?.isWord || /[:：]$/.test((lines[index] as Line).text));
    if (alone !== undefined && (!alone.isDoubtful || isLedTo)) return alone;
    if (line.names.length > 0) break;
  }
  const before = lines[index - 1];
  const says = /^(?:is|ist|est|es|è|är|er)?\s?(?:your|the|ihr|votre|tu|su|il tuo)\s/iu.test(
    (lines[index] as Line).text,
  );
  return says && name.start < MAX_GAP && before !== undefined && index > 1 ? aloneIn(before) : undefined;
}

/** The candidate that is alone on its line, but for signs around it. */
function aloneIn({ text, candidates }: Line): Candidate | undefined {
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0) return undefined;
  const rest = text.slice(0, only.start) + text.slice(only.end);
  return /[\p{L}\p{N}]/u.test(rest) ? undefined : only;
}
