/** The line before a signature, which is never joined with another. See: RFC 3676, section 4.3. */
const SIGNATURE_SEPARATOR = '-- ';

interface FlowedLine {
  /** The number of `>` marks before the text, and the text without them. */
  readonly depth: number;
  readonly text: string;
}

/**
 * The text of a `format=flowed` part: lines that end in a blank are joined with the next one if both are quoted equally
 * deep, and space-stuffing is removed. Quoted paragraphs begin with their `>` marks, once. With `delSp`, the blank at
 * the end of a joined line is dropped. Linear in the length of the text.
 *
 * See: RFC 3676, sections 4.1 to 4.5.
 */
export function unflowed(text: string, { delSp }: { delSp: boolean }): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let previous: FlowedLine | undefined;
  for (const raw of text.split(/\r?\n/)) {
    const line = lineOf(raw);
    if (previous !== undefined && isJoined(previous, line)) {
      if (delSp) pieces.push((pieces.pop() ?? '').slice(0, -1));
      pieces.push(line.text);
    } else {
      if (previous !== undefined) paragraphs.push(pieces.join(''));
      pieces = [marksOf(line), line.text];
    }
    previous = line;
  }
  return [...paragraphs, pieces.join('')].join('\n');
}

function lineOf(raw: string): FlowedLine {
  let depth = 0;
  while (raw[depth] === '>') depth += 1;
  const stuffed = raw.slice(depth);
  return { depth, text: stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed };
}

function isJoined(line: FlowedLine, next: FlowedLine): boolean {
  if (line.depth !== next.depth || !line.text.endsWith(' ')) return false;
  return line.text !== SIGNATURE_SEPARATOR && next.text !== SIGNATURE_SEPARATOR;
}

/** The marks of a line. A text that begins with `>` and is not quoted keeps its stuffing, or it would look quoted. */
function marksOf({ depth, text }: FlowedLine): string {
  if (depth === 0) return text.startsWith('>') ? ' ' : '';
  return text === '' ? '>'.repeat(depth) : `${'>'.repeat(depth)} `;
}
