import type { Readable } from 'node:stream';

/** The largest piece of a body in one message. */
const MAX_PIECE_BYTES = 72 * 1024;

/** Reads a body in pieces: everything that arrives while a message is being sent goes into the next one. */
export class PieceReader {
  readonly #source: Readable;
  readonly #waiting: Buffer[] = [];
  #ended = false;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor(source: Readable) {
    this.#source = source;
    source.on('data', (chunk: Buffer) => {
      this.#waiting.push(chunk);
      source.pause();
      this.#wake();
    });
    source.on('end', () => {
      this.#ended = true;
      this.#wake();
    });
    source.on('error', (error: Error) => this.#fail(error));
    source.on('close', () => {
      if (!this.#ended) this.#fail(new Error('the server closed the connection before its response was complete'));
    });
  }

  /** Whether another piece follows. */
  get hasMore(): boolean {
    return !this.#ended || this.#waiting.length > 0;
  }

  /** Waits until the body has ended or one piece is full. Throws if the body breaks off. */
  async untilOver(): Promise<void> {
    while (!this.#isOver() && this.#failure === undefined) await this.#change();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Waits for at most some milliseconds until the body has ended or one piece is full. If the body breaks off, the next
   * wait throws, once everything that arrived has been read.
   */
  async untilOverOrLate(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.#wake(), milliseconds);
    const until = Date.now() + milliseconds;
    while (!this.#isOver() && this.#failure === undefined && Date.now() < until) await this.#change();
    clearTimeout(timer);
  }

  /** Waits for a piece or the end of the body. Throws if the body breaks off. */
  async untilReadable(): Promise<void> {
    while (this.#waiting.length === 0 && !this.#ended && this.#failure === undefined) await this.#change();
    if (this.#waiting.length === 0 && this.#failure !== undefined) throw this.#failure;
  }

  /** The next piece; empty if nothing has arrived. */
  take(): Buffer {
    const all = Buffer.concat(this.#waiting.splice(0));
    if (all.length > MAX_PIECE_BYTES) this.#waiting.push(all.subarray(MAX_PIECE_BYTES));
    return all.subarray(0, MAX_PIECE_BYTES);
  }

  #isOver(): boolean {
    return this.#ended || this.#waiting.reduce((sum, { length }) => sum + length, 0) >= MAX_PIECE_BYTES;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** Reads until something arrives. */
  #change(): Promise<void> {
    this.#source.resume();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
