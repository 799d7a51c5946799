import { Random } from './random.ts';

/**
 * One hostile variant of a part of an email. Texts have one character per byte, so that they can represent any bytes.
 */
export type Trick = (maker: Maker) => string;

/** Tricks by name. The name is recorded with the mail, to explain a failure. */
export type Tricks = Readonly<Record<string, Trick>>;

export interface MakerOptions {
  readonly seed: number;
  readonly index: number;
  /** The total bytes of the oversized parts of the mail. */
  readonly budget: number;
  /** The probability that a part is hostile. */
  readonly hostility: number;
}

/** Shared by the generators of one email: its random choices, its byte budget, and the record of its tricks. */
export class Maker {
  readonly random: Random;
  readonly index: number;
  readonly hostility: number;
  readonly tricks: string[] = [];
  #left: number;

  constructor({ seed, index, budget, hostility }: MakerOptions) {
    this.random = new Random(seed, index);
    this.index = index;
    this.hostility = hostility;
    this.#left = budget;
  }

  /** Bytes left of the budget of the mail. */
  get left(): number {
    return this.#left;
  }

  /** Decides whether the current part is hostile. */
  isHostile(): boolean {
    return this.random.chance(this.hostility);
  }

  /** Either a valid part or one of the tricks. */
  either(valid: () => string, kind: string, tricks: Tricks): string {
    return this.isHostile() ? this.trick(kind, tricks) : valid();
  }

  trick(kind: string, tricks: Tricks): string {
    const name = this.random.pick(Object.keys(tricks));
    this.tricks.push(`${kind}: ${name}`);
    return (tricks[name] as Trick)(this);
  }

  /** How often a piece of this many bytes is repeated: usually a few times, sometimes until the budget is used up. */
  count(pieceBytes: number, max = Number.POSITIVE_INFINITY): number {
    const most = Math.max(1, Math.min(max, Math.floor(this.#left / Math.max(1, pieceBytes))));
    const count = this.random.chance(0.3) ? most : this.random.size(most);
    this.#left -= Math.min(this.#left, count * pieceBytes);
    return count;
  }

  /** A piece, repeated. */
  run(piece: string, max?: number): string {
    return piece.repeat(this.count(piece.length, max));
  }

  /** Different pieces, as many as the budget allows. */
  series(pieceBytes: number, piece: (index: number) => string, separator = ''): string {
    return this.random.times(this.count(pieceBytes), piece).join(separator);
  }
}

/** The UTF-8 bytes of a text, one character per byte. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
