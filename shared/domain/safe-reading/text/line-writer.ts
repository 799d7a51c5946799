import type { LineRole, ReadLine } from '#shared/domain/quotations/read-lines.ts';

/** A line of the text, and the same with what is added for readers: numbers of links, marks of quotations. */
export interface WrittenLine extends ReadLine {
  readonly numbered: string;
  /** How many quotations a mark is written for. */
  readonly marks: number;
}

/** The containers of quotations around a line. */
export interface Around {
  readonly depth: number;
  readonly role: LineRole;
  readonly marks: number;
}

export const OUTSIDE: Around = { depth: 0, role: 'own', marks: 0 };

const MAX_CHARACTERS = 500_000;
/** Lists in lists are indented up to this depth. */
const MAX_INDENT = 10;

/** Writes the lines of a text as a browser breaks them: white space collapses, and blocks begin lines. */
export class LineWriter {
  readonly #lines: WrittenLine[] = [];
  /** The parts of the line that has begun: of its text, and with numbers. */
  #text: string[] = [];
  #numbered: string[] = [];
  /** A blank that is written only between words. */
  #hasSpace = false;
  #endsWithSpace = false;
  #isAfterNumber = false;
  #hasGap = false;
  #marker = '';
  #indent = 0;
  #around: Around;
  #written = 0;
  /** All that was written, without breaks of lines. */
  readonly #said: string[] = [];

  constructor(around: Around) {
    this.#around = around;
  }

  get around(): Around {
    return this.#around;
  }

  /** Adds a text of the document. `isPreserved`: line breaks and blanks stay. */
  addText(text: string, isPreserved: boolean): void {
    if (isPreserved) {
      for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
        if (index > 0) this.breakLine();
        this.#append(line.replaceAll('\t', ' '));
      }
      return;
    }
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (collapsed.startsWith(' ')) this.#hasSpace = true;
    this.#append(collapsed.replace(/^ | $/g, ''));
    if (collapsed.endsWith(' ')) this.#hasSpace = true;
  }

  /** Adds a blank between words. */
  addSpace(): void {
    this.#hasSpace = true;
  }

  /** Calls `write`; returns the text that it wrote, and how many lines there were before. */
  capture(write: () => void): { label: string; lines: number } {
    const [start, lines] = [this.#said.length, this.#lines.length];
    write();
    return { label: this.#said.slice(start).join('').replace(/\s+/g, ' ').trim(), lines };
  }

  /**
   * Adds what is not part of the text, such as the number of a link: to the line, or to the last one if it has ended
   * since there were `lines`.
   */
  addNumber(text: string, lines: number): void {
    const last = this.#lines.at(-1);
    if (this.#numbered.length === 0 && this.#lines.length > lines && last !== undefined) {
      this.#lines[this.#lines.length - 1] = { ...last, numbered: `${last.numbered} ${text}`.trimStart() };
      return;
    }
    const isFirst = this.#numbered.length === 0;
    if (isFirst) this.#begin();
    this.#numbered.push(isFirst || this.#endsWithSpace ? text : ` ${text}`);
    this.#endsWithSpace = false;
    this.#isAfterNumber = true;
  }

  breakLine(): void {
    this.#said.push(' ');
    this.#flush();
    this.#hasSpace = false;
  }

  /** Ends the line, if one has begun. `hasGap`: an empty line is between this and what follows. */
  endLine(hasGap: boolean): void {
    this.#said.push(' ');
    if (this.#numbered.length > 0) this.#flush();
    this.#hasSpace = false;
    this.#hasGap ||= hasGap && this.#lines.length > 0;
  }

  /** Sets what comes before the next line, and the indent of a list around what `write` writes. */
  within(change: { marker?: string; indent?: boolean; around?: Around }, write: () => void): void {
    const [indent, around] = [this.#indent, this.#around];
    if (change.marker !== undefined) this.#marker = change.marker;
    if (change.indent) this.#indent = Math.min(indent + 1, MAX_INDENT);
    this.#around = change.around ?? around;
    write();
    this.#indent = indent;
    this.#around = around;
  }

  /** Forgets the marker of a list item without text. */
  dropMarker(): void {
    this.#marker = '';
  }

  /** Adds lines that another writer wrote. */
  addLines(lines: readonly WrittenLine[]): void {
    for (const line of lines) {
      if (line.text === '' && line.numbered === '') {
        this.#hasGap ||= this.#lines.length > 0;
        continue;
      }
      this.#gap();
      this.#said.push(' ', line.text);
      this.#push(line);
    }
  }

  finish(): WrittenLine[] {
    this.endLine(false);
    return this.#lines;
  }

  #append(part: string): void {
    if (this.#written > MAX_CHARACTERS || part === '') return;
    if (this.#numbered.length === 0) this.#begin();
    else if (this.#hasSpace && !this.#endsWithSpace) this.#add(' ');
    else if (this.#isAfterNumber && /^[\p{L}\p{N}([]/u.test(part)) this.#numbered.push(' ');
    this.#isAfterNumber = false;
    this.#hasSpace = false;
    this.#add(part);
  }

  /** Begins a line with the mark of a list item. */
  #begin(): void {
    this.#text.push(this.#marker);
    this.#numbered.push(this.#marker);
    this.#marker = '';
    this.#endsWithSpace = true;
  }

  #add(part: string): void {
    this.#text.push(part);
    this.#numbered.push(part);
    this.#said.push(part);
    this.#endsWithSpace = /[ \u00a0]$/.test(part.slice(-1));
  }

  #flush(): void {
    const [text, numbered] = [this.#text.join('').trimEnd(), this.#numbered.join('').trimEnd()];
    this.#text = [];
    this.#numbered = [];
    if (text.trim() === '' && numbered.trim() === '') {
      this.#hasGap ||= this.#lines.length > 0;
      return;
    }
    this.#gap();
    const indent = '  '.repeat(this.#indent);
    this.#push({ ...this.#around, text: indent + text, numbered: indent + numbered });
  }

  #gap(): void {
    const last = this.#lines.at(-1);
    if (this.#hasGap && last !== undefined) {
      const isOut = this.#around.depth < last.depth;
      this.#lines.push({ ...(isOut ? this.#around : last), text: '', numbered: '' });
    }
    this.#hasGap = false;
  }

  #push(line: WrittenLine): void {
    if (this.#written > MAX_CHARACTERS) return;
    this.#written += line.numbered.length + 1;
    this.#lines.push(line);
  }
}
