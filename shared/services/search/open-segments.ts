import type { SegmentReader } from './segment.ts';

interface OpenSegment {
  readonly reader: SegmentReader;
  readonly bytes: number;
}

/**
 * Segments that stay open for later questions, up to a number of bytes. Those that were used last stay. Objects never
 * change, so neither does a segment.
 */
export class OpenSegments {
  readonly #maxBytes: number;
  readonly #open = new Map<string, OpenSegment>();
  /** Those that are being read, so that questions at the same time share one read. */
  readonly #opening = new Map<string, Promise<OpenSegment | undefined>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Asks a segment, which `open` reads if it is not open. Returns `undefined` if there is none. */
  async ask<T>(
    name: string,
    question: (segment: SegmentReader) => T,
    open: () => Promise<OpenSegment | undefined>,
  ): Promise<T | undefined> {
    for (;;) {
      const known = this.#open.get(name);
      if (known !== undefined) {
        this.#open.delete(name);
        this.#open.set(name, known);
        return question(known.reader);
      }
      const opening = this.#opening.get(name) ?? this.#start(name, open);
      const segment = await opening;
      if (segment === undefined) return undefined;
      // Another segment may have taken its place meanwhile.
      if (!this.#open.has(name)) continue;
      return question(segment.reader);
    }
  }

  #start(name: string, open: () => Promise<OpenSegment | undefined>): Promise<OpenSegment | undefined> {
    const opening = open()
      .then((segment) => {
        if (segment !== undefined) this.#keep(name, segment);
        return segment;
      })
      .finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  /** The segment that was opened last stays, however large it is. */
  #keep(name: string, segment: OpenSegment): void {
    this.#open.set(name, segment);
    this.#bytes += segment.bytes;
    for (const [other, { reader, bytes }] of this.#open) {
      if (this.#bytes <= this.#maxBytes || other === name) return;
      this.#open.delete(other);
      this.#bytes -= bytes;
      reader.close();
    }
  }
}
