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

/** How a part ends its lines, as bytes. */
export interface LineEnds {
  readonly bytes: Uint8Array;
  /** Whether the last line has one too. The one in front of a boundary belongs to the boundary. */
  readonly isLastEnded: boolean;
}

/** Ends of lines between the pieces of a part. */
class Lines {
  readonly bytes = new Bytes();
  readonly #ends: LineEnds;
  #isEndPending = false;

  constructor(ends: LineEnds) {
    this.#ends = ends;
  }

  begin(): void {
    if (this.#isEndPending) this.bytes.copy(this.#ends.bytes);
    this.#isEndPending = false;
  }

  end(): void {
    this.#isEndPending = true;
  }

  all(): ArrayBuffer {
    if (this.#ends.isLastEnded) this.begin();
    return this.bytes.all();
  }
}

/** A part without encoding: its lines with their line ends. */
export class PlainPart implements PartDecoder {
  readonly #lines: Lines;

  constructor(ends: LineEnds) {
    this.#lines = new Lines(ends);
  }

  update(line: Uint8Array): void {
    this.#lines.begin();
    this.#lines.bytes.copy(line);
    this.#lines.end();
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#lines.all();
  }
}

const EQUALS = 0x3d;
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09]);
/** The value of each hexadecimal digit, by its code. */
const HEX_DIGITS: readonly (number | undefined)[] = Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? undefined : digit;
});

/**
 * A part in quoted-printable. An equals sign continues its line, also with blanks after it that were added on the way;
 * one without two digits after it stands for itself. Other blanks at the end of a line stay, because the lines of
 * flowed text end with one and some programs do not encode it. See: RFC 2045, section 6.7.
 */
export class QuotedPrintablePart implements PartDecoder {
  readonly #lines: Lines;

  constructor(ends: LineEnds) {
    this.#lines = new Lines(ends);
  }

  update(line: Uint8Array): void {
    let end = line.length;
    while (BLANKS.has(line[end - 1])) end -= 1;
    const isContinued = line[end - 1] === EQUALS;
    const length = isContinued ? end - 1 : line.length;
    this.#lines.begin();
    let from = 0;
    for (let at = line.indexOf(EQUALS); at !== -1 && at + 2 < length; at = line.indexOf(EQUALS, at + 1)) {
      const high = HEX_DIGITS[line[at + 1] as number];
      const low = HEX_DIGITS[line[at + 2] as number];
      if (high === undefined || low === undefined) continue;
      this.#lines.bytes.copy(line.subarray(from, at));
      this.#lines.bytes.byte(16 * high + low);
      from = at + 3;
    }
    this.#lines.bytes.copy(line.subarray(from, length));
    if (!isContinued) this.#lines.end();
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#lines.all();
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
