/** A text without the characters that no person sees. */
export interface SeenCharacters {
  text: string;
  /** What the removed characters say, where they encode a text. */
  encoded: string;
  /** Whether something was removed that no ordinary email has there. */
  isSuspicious: boolean;
}

/** Characters that are not seen: those that Unicode says to ignore, and controls other than blanks. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}[\p{Cc}--[\t-\r]]]+/gv;
const HAS_UNSEEN = /[\p{Default_Ignorable_Code_Point}[\p{Cc}--[\t-\r]]]/v;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Letters of scripts that join, where joiners and non-joiners change what a person sees. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]|[\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}]|[\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u20e3/u;
const WORD = /[\p{L}\p{N}]/u;
/** Characters of which one variation selector chooses the form; those of the supplement are for ideographs. */
const IDEOGRAPH = /\p{Script=Han}/u;
const HAS_VARIANTS = /[\p{Extended_Pictographic}\p{S}\p{P}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}0-9]/u;
/** The end of a flag such as that of Scotland: a black flag and the letters of a region as tags. */
const FLAG = '\u{1f3f4}';
const FLAG_TAGS = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u;

const isVariation = (code: number) => (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
const isTag = (code: number) => code >= 0xe0000 && code <= 0xe007f;
const isOverride = (code: number) => code === 0x202d || code === 0x202e;
const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code <= 0x9f);
const isDirection = (code: number) =>
  (code >= 0x202a && code <= 0x202c) ||
  (code >= 0x2066 && code <= 0x2069) ||
  code === 0x200e ||
  code === 0x200f ||
  code === 0x61c;
const SOFT_HYPHEN = 0xad;
const NON_JOINER = 0x200c;
const JOINER = 0x200d;

/**
 * A text without the characters that no person sees: zero width characters, overrides of the direction, tags, runs of
 * variation selectors and controls. Those that a script or an emoji needs stay. Linear in the length of the text.
 *
 * See: Unicode Standard Annex 44 (Default_Ignorable_Code_Point), Technical Standard 51 (emoji), Technical Report 36.
 */
export function withoutInvisibleCharacters(text: string): SeenCharacters {
  if (!HAS_UNSEEN.test(text)) return { text, encoded: '', isSuspicious: false };
  const isRightToLeft = RIGHT_TO_LEFT.test(text);
  const removed: number[] = [];
  let isSuspicious = false;
  const seen = text.replace(UNSEEN, (run, offset: number) => {
    const before = characterBefore(text, offset);
    const after = characterAt(text, offset + run.length);
    const kept = keptOf(run, { before, after, isRightToLeft });
    if (kept === run) return run;
    const codes = Array.from(run, (character) => character.codePointAt(0) as number);
    const taken = codes.slice(Array.from(kept).length);
    removed.push(...taken.slice(0, MAX_ENCODED - removed.length));
    isSuspicious ||= isOdd(kept === '' ? codes : taken, WORD.test(before) && WORD.test(after));
    return kept;
  });
  return { text: seen, encoded: decoded(removed), isSuspicious };
}

const MAX_ENCODED = 20_000;

interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly isRightToLeft: boolean;
}

/** What stays of a run of invisible characters: its beginning, or nothing, or its marks of direction. */
function keptOf(run: string, { before, after, isRightToLeft }: Surroundings): string {
  if (before === FLAG) return FLAG_TAGS.exec(run)?.[0] ?? '';
  const characters = Array.from(run);
  const codes = characters.map((character) => character.codePointAt(0) as number);
  const [first = 0, second = 0] = codes;
  let kept = 0;
  if (isVariation(first) && (first <= 0xfe0f ? HAS_VARIANTS : IDEOGRAPH).test(before)) kept = 1;
  const next = kept === 1 ? second : first;
  if (next === JOINER && EMOJI.test(before) && EMOJI.test(after)) kept += 1;
  else if ((next === JOINER || next === NON_JOINER) && JOINING.test(before)) kept += 1;
  if (kept > 0 || !isRightToLeft) return characters.slice(0, kept).join('');
  return codes.every(isDirection) ? run : '';
}

/** Whether no ordinary email has these characters there. Newsletters fill the end of their preview with some. */
function isOdd(codes: readonly number[], isInWord: boolean): boolean {
  let variations = 0;
  for (const code of codes) {
    if (isTag(code) || isOverride(code) || isControl(code)) return true;
    if (isVariation(code)) variations += 1;
  }
  return (
    variations > 1 || (isInWord && codes.some((code) => code !== SOFT_HYPHEN && code !== 0xfeff && !isDirection(code)))
  );
}

/** The text that tags or variation selectors encode: a tag is an ASCII character, a selector a byte. */
function decoded(codes: readonly number[]): string {
  const tags = codes.filter((code) => code >= 0xe0020 && code <= 0xe007e).map((code) => code - 0xe0000);
  const bytes = codes.filter(isVariation).map((code) => (code <= 0xfe0f ? code - 0xfe00 : code - 0xe0100 + 16));
  const hidden = bytes.length > 3 ? Buffer.from(bytes).toString('utf8') : '';
  const isText = hidden !== '' && !/[\ufffd[\p{Cc}--[\t-\r]]]/v.test(hidden);
  return [String.fromCharCode(...tags), isText ? hidden : ''].filter((part) => part.trim() !== '').join('\n');
}

function characterBefore(text: string, offset: number): string {
  const last = text.charCodeAt(offset - 1);
  return last >= 0xdc00 && last <= 0xdfff
    ? text.slice(offset - 2, offset)
    : text.slice(Math.max(offset - 1, 0), offset);
}

function characterAt(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  return code === undefined ? '' : String.fromCodePoint(code);
}
