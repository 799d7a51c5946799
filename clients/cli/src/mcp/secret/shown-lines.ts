/** The most patterns of a call, and the most characters of each. */
export const MAX_PATTERNS = 5;
export const MAX_PATTERN_CHARACTERS = 200;
/** A pattern with fewer of its own would show whatever a program prints. */
export const MIN_OWN_CHARACTERS = 3;
const MAX_LINES = 100;
/** A longer line is compared and shown up to here. */
const MAX_LINE_CHARACTERS = 500;
/** A program may write without end. */
const MAX_EXAMINED_CHARACTERS = 1_000_000;

/** Whether a pattern has enough of a text to name a line. */
export function namesLines(pattern: string): boolean {
  return pattern.replace(/[*\s]/g, '').length >= MIN_OWN_CHARACTERS;
}

/**
 * Whether a pattern matches a whole line: `*` stands for any characters, and everything else for itself. Takes time in
 * proportion to the line, because each part of the pattern is looked for once, from where the last one ended.
 */
export function matches(pattern: string, line: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return line === first;
  if (!line.startsWith(first)) return false;
  let from = first.length;
  for (const part of parts) {
    const at = line.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return line.length - last.length >= from && line.endsWith(last);
}

/** The lines of a text that arrives in pieces which a pattern names. */
export class ShownLines {
  readonly #patterns: readonly string[];
  #line = '';
  #examined = 0;
  #shown = 0;

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
  }

  /** Whether no further piece can have a line that is shown. */
  get isDone(): boolean {
    return this.#patterns.length === 0 || this.#shown >= MAX_LINES || this.#examined >= MAX_EXAMINED_CHARACTERS;
  }

  /** Adds a piece, and returns the lines that it ends. */
  push(piece: string): string {
    const [rest = '', ...lines] = piece.slice(0, Math.max(0, MAX_EXAMINED_CHARACTERS - this.#examined)).split('\n');
    this.#examined += piece.length;
    let shown = '';
    this.#add(rest);
    for (const line of lines) {
      shown += this.#take();
      this.#add(line);
    }
    return shown;
  }

  /** The last line, if it has no end. */
  end(): string {
    return this.#line === '' ? '' : this.#take();
  }

  #add(text: string): void {
    this.#line += text.slice(0, MAX_LINE_CHARACTERS - this.#line.length);
  }

  #take(): string {
    const line = this.#line.replace(/\r$/, '');
    this.#line = '';
    const isShown = this.#shown < MAX_LINES && this.#patterns.some((pattern) => matches(pattern, line));
    if (!isShown) return '';
    this.#shown += 1;
    return `${line}\n`;
  }
}
