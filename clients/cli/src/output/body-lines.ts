import { oneLine, wrapped } from './printable.ts';

/** Shown of the response of a receiver. */
const MAX_LINES = 3;
const MIN_COLUMNS = 20;
const MAX_COLUMNS = 80;

/** The bytes of a body as text; `undefined` if they are none. A character that was cut off at the end is left out. */
export function textOfBody(bytes: Uint8Array): string | undefined {
  try {
    // A stream may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

interface BodyOptions {
  /** What the terminal has left for a line. */
  readonly columns: number;
  readonly isTruncated?: boolean;
}

/** The beginning of the text of a body, in a few short lines. The last one says whether there is more. */
export function bodyLines(text: string, { columns, isTruncated = false }: BodyOptions): string[] {
  const width = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, columns));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, MAX_LINES).map((line) => wrapped(oneLine(line), width)[0] ?? '');
  const isCut =
    isTruncated || shown.length < lines.length || shown.some((line, index) => line !== oneLine(lines[index] ?? ''));
  return [...shown, ...(isCut ? ['…'] : [])];
}
