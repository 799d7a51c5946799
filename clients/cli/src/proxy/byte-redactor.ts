import { Transform, type TransformCallback } from 'node:stream';

const REDACTED = Buffer.from('[redacted]');
/** Shorter texts would match everywhere. */
const MIN_BYTES = 4;

/**
 * Replaces texts in a stream of bytes, wherever it is cut into chunks. It keeps back only what may be the beginning of
 * one, so that each event of a stream is passed on when it arrives.
 */
export class ByteRedactor extends Transform {
  readonly #needles: readonly Buffer[];
  readonly #longest: number;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(texts: readonly string[]) {
    super();
    this.#needles = needlesOf(texts);
    this.#longest = Math.max(0, ...this.#needles.map(({ length }) => length));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const { redacted, rest } = replaceAll(bytes, this.#needles);
    const kept = this.#beginningAtEnd(rest);
    this.#waiting = rest.subarray(rest.length - kept);
    for (const piece of redacted) this.push(piece);
    if (kept < rest.length) this.push(rest.subarray(0, rest.length - kept));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#waiting.length > 0) this.push(this.#waiting);
    done();
  }

  /** How many bytes at the end may be the beginning of a text. */
  #beginningAtEnd(bytes: Buffer): number {
    for (let length = Math.min(this.#longest - 1, bytes.length); length > 0; length -= 1) {
      const end = bytes.subarray(bytes.length - length);
      if (this.#needles.some((needle) => needle.length > length && needle.subarray(0, length).equals(end)))
        return length;
    }
    return 0;
  }
}

/** The text without the others in it. */
export function redactText(text: string, others: readonly string[]): string {
  const { redacted, rest } = replaceAll(Buffer.from(text, 'latin1'), needlesOf(others));
  return Buffer.concat([...redacted, rest]).toString('latin1');
}

/** Longer ones first, because one may contain another. */
function needlesOf(texts: readonly string[]): readonly Buffer[] {
  return [...new Set(texts)]
    .map((text) => Buffer.from(text, 'utf8'))
    .filter(({ length }) => length >= MIN_BYTES)
    .sort((one, other) => other.length - one.length);
}

/** The bytes up to the end of the last text, in pieces, and the bytes behind it. */
function replaceAll(bytes: Buffer, needles: readonly Buffer[]): { redacted: Buffer[]; rest: Buffer } {
  const redacted: Buffer[] = [];
  // Where each text is found next; it is looked for again only once the search has passed it.
  const found = needles.map((needle) => bytes.indexOf(needle));
  let from = 0;
  for (;;) {
    let first = -1;
    for (const [index, needle] of needles.entries()) {
      let at = found[index] ?? -1;
      if (at !== -1 && at < from) {
        at = bytes.indexOf(needle, from);
        found[index] = at;
      }
      if (at !== -1 && (first === -1 || at < (found[first] ?? -1))) first = index;
    }
    const at = found[first];
    if (at === undefined) return { redacted, rest: bytes.subarray(from) };
    redacted.push(bytes.subarray(from, at), REDACTED);
    from = at + (needles[first]?.length ?? 0);
  }
}
