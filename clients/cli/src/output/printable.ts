/**
 * What no text of a stranger may do to a terminal: move the cursor or change the settings (control characters, of which
 * ESC and CSI begin a sequence), or show characters in another order than they are in (the controls of bidirectional
 * text). Line feeds and tabs are not in it, because the caller decides about them.
 *
 * See: Unicode Standard Annex #9, section 2; Unicode Technical Report #36, section 2.5.
 */
const OBEYED_BY_TERMINALS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u206f]/g;

const TAB = '    ';

/** The text with every character that a terminal would obey replaced, except line feeds. Tabs become spaces. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/\t/g, TAB).replace(OBEYED_BY_TERMINALS, '\ufffd');
}

/** What ends a line, of a terminal or of Unicode. */
const LINE_ENDS = /[\n\u0085\u2028\u2029]/;

/** The text in one line. */
export function oneLine(text: string): string {
  const lines = text.split(LINE_ENDS).map((line, index) => (index === 0 ? line.trimEnd() : line.trim()));
  return printable(lines.length === 1 ? text : lines.join(' '));
}

/** JSON with the same value, in which these characters are escaped: `JSON.stringify` leaves most of them. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    OBEYED_BY_TERMINALS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters that take two columns: East Asian wide and fullwidth ones, and emoji. See: Unicode Standard Annex #11. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/**
 * How many columns a text takes. A combining character counts as one, although most terminals give it none: a line must
 * not be longer than the terminal, or its rest begins where only names of fields begin.
 */
export function columnsIn(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/** The longest beginning of a text that fits into a number of columns. */
export function beginningOf(text: string, columns: number): string {
  let left = columns;
  let end = 0;
  for (const character of text) {
    left -= columnsIn(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** A line in parts of at most that many columns, each with at least one character. Breaks at spaces if it can. */
export function wrapped(line: string, columns: number): readonly string[] {
  const parts: string[] = [];
  let rest = line;
  while (columnsIn(rest) > columns) {
    const fitting = beginningOf(rest, columns) || ([...rest][0] ?? '');
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    const end = space > fitting.length / 2 ? space : fitting.length;
    parts.push(rest.slice(0, end));
    rest = rest.slice(rest[end] === ' ' ? end + 1 : end);
  }
  return [...parts, rest];
}
