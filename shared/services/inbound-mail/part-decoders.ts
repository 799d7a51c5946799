/** Decodes the lines of a part. */
export interface PartDecoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

const SMALLEST_CHUNK = 256;
const LARGEST_CHUNK = 1024 * 1024;

/** Collects bytes that arrive in pieces of any size in a few large chunks. */
class Bytes {
  readonly #full: Uint8Array[] = [];
  #chunk = new Uint8Array(SMALLEST_CHUNK);
  #used = 0;
  #length = 0;

  byte(value: number): void {
    if (this.#used === this.#chunk.length) this.#renew();
    this.#chunk[this.#used++] = value;
    this.#length += 1;
  }

  copy(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === this.#chunk.length) this.#renew();
      const piece = bytes.subarray(from, from + this.#chunk.length - this.#used);
      this.#chunk.set(piece, this.#used);
      this.#used += piece.length;
      this.#length += piece.length;
      from += piece.length;
    }
  }

  all(): ArrayBuffer {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of [...this.#full, this.#chunk.subarray(0, this.#used)]) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes.buffer;
  }

  #renew(): void {
    this.#full.push(this.#chunk);
    this.#chunk = new Uint8Array(Math.min(2 * this.#chunk.length, LARGEST_CHUNK));
    this.#used = 0;
  }
}

const LF = 0x0a;

/** A part without encoding: its lines with their line ends. */
export class PlainPart implements PartDecoder {
  readonly #bytes = new Bytes();

  update(line: Uint8Array): void {
    this.#bytes.copy(line);
    this.#bytes.byte(LF);
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#bytes.all();
  }
}

const PADDING = 64;

/** The six bits of each character. Other characters are skipped. See: RFC 4648, section 4. */
const SIX_BITS: readonly (number | undefined)[] = tableOf(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);

function tableOf(alphabet: string): (number | undefined)[] {
  const table = new Array<number | undefined>(256).fill(undefined);
  for (const [value, character] of [...alphabet].entries()) table[character.charCodeAt(0)] = value;
  table['='.charCodeAt(0)] = PADDING;
  return table;
}

/** A part in base64. Padding may end any line: some mailers pad each line. */
export class Base64Part implements PartDecoder {
  readonly #bytes = new Bytes();
  #value = 0;
  #bits = 0;

  update(line: Uint8Array): void {
    for (let index = 0; index < line.length; index += 1) {
      const six = SIX_BITS[line[index] as number];
      if (six === undefined) continue;
      if (six === PADDING) {
        this.#bits = 0;
        continue;
      }
      this.#value = ((this.#value << 6) | six) & 0xfff;
      this.#bits += 6;
      if (this.#bits >= 8) {
        this.#bits -= 8;
        this.#bytes.byte((this.#value >> this.#bits) & 0xff);
      }
    }
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#bytes.all();
  }
}

/** Bytes that several parts share. */
export interface Budget {
  bytes: number;
}

/** Truncates a part at the end of a budget. */
export class TruncatingDecoder implements PartDecoder {
  readonly #inner: PartDecoder;
  readonly #budget: Budget;

  constructor(inner: PartDecoder, budget: Budget) {
    this.#inner = inner;
    this.#budget = budget;
  }

  update(line: Uint8Array): void {
    if (this.#budget.bytes <= 0) return;
    this.#inner.update(line.length > this.#budget.bytes ? line.subarray(0, this.#budget.bytes) : line);
    this.#budget.bytes -= line.length + 1;
  }

  finalize(): Promise<ArrayBuffer> {
    return this.#inner.finalize();
  }
}
