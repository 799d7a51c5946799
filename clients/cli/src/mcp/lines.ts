/** A line of the input. Of a line that is too long, only its beginning and its end. */
export type Line = { readonly text: string } | { readonly beginning: string; readonly end: string };

const LINE_FEED = 0x0a;
/** How much of a line that is too long is kept at either end: the id of a message is there. */
const KEPT_BYTES = 256;

/** The lines of an input. No more than `maxBytes` of a line are kept. */
export async function* linesOf(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let line = new PartialLine(maxBytes);
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end));
      yield line.read();
      line = new PartialLine(maxBytes);
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (line.size > 0) yield line.read();
}

class PartialLine {
  size = 0;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.size += chunk.length;
    this.#chunks.push(Buffer.from(chunk));
    if (this.size <= this.#maxBytes) return;
    const all = Buffer.concat(this.#chunks);
    this.#chunks =
      all.length <= 2 * KEPT_BYTES
        ? [all]
        : [Buffer.from(all.subarray(0, KEPT_BYTES)), Buffer.from(all.subarray(-KEPT_BYTES))];
  }

  read(): Line {
    const all = Buffer.concat(this.#chunks);
    if (this.size <= this.#maxBytes) return { text: all.toString('utf8') };
    return {
      beginning: all.toString('utf8', 0, KEPT_BYTES),
      end: all.toString('utf8', Math.max(0, all.length - KEPT_BYTES)),
    };
  }
}
