/** Ranges of Unicode with other forms of Latin letters: raised, in circles, mathematical, of full width, in squares. */
const OTHER_FORMS: readonly (readonly [first: number, last: number])[] = [
  [0x1d2c, 0x1d6a],
  [0x2070, 0x209c],
  [0x2100, 0x214f],
  [0x24b6, 0x24e9],
  [0xff21, 0xff5a],
  [0x1d400, 0x1d6a3],
  [0x1f130, 0x1f189],
];

/** Letters of other scripts that look like those of the word of the marks. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  u: 'υս',
  n: 'ո',
  t: 'тτ',
  r: 'г',
  s: 'ѕ',
  e: 'е',
  d: 'ԁ',
};

/** What a reader may take for the sign that begins a mark, and what may be between it and the word. */
const BEGIN = '[<＜﹤‹˂〈⟨〈❬❮]';
const BETWEEN = String.raw`[\s\p{Cf}/／∕⁄╱\\]*`;
const IN_WORD = String.raw`[\s\p{Cf}]*`;

const WORD = Array.from('untrusted');

/** Both marks as a text may contain them, or an escaped form of them. Each sign begins one run, so time is linear. */
const MARKS = new RegExp(`(${BEGIN}${BETWEEN})(${WORD.map(formsOf).join(IN_WORD)})`, 'giu');

/** How Markdown begins a picture, or an escaped form of it. */
const PICTURES = /(!\\*)\[/g;

/** A class of a letter and all that looks like it. */
function formsOf(letter: string): string {
  const others = OTHER_FORMS.flatMap(([first, last]) => {
    const points = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    return points.filter((point) => point.normalize('NFKC').toLowerCase() === letter);
  });
  return `[${letter}${LOOKALIKES[letter] ?? ''}${others.join('')}]`;
}

/**
 * The text with one more backslash in all that looks like a mark of untrusted text: also with white space in it, and
 * with letters and signs that look like those of a mark. Without it, the text is the same again. Texts of one's own
 * need it too where they repeat those of others.
 *
 * See: docs/contract/untrusted-text.md#format.
 */
export function withEscapedMarks(text: string): string {
  return text.replace(MARKS, String.raw`$1\$2`);
}

/**
 * The text with one more backslash in all that begins a picture in Markdown, so that a program that shows it as
 * Markdown loads nothing. The address of a picture can carry what a model was made to write there to the owner of its
 * host.
 */
export function withEscapedPictures(text: string): string {
  return text.replace(PICTURES, String.raw`$1\[`);
}
