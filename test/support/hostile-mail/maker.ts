import { Random } from './random.ts';

/** One way in which a part of a mail is hostile. Texts have one character per byte, so that any bytes can be said. */
export type Trick = (maker: Maker) => string;

/** Tricks by name; the name is recorded with the mail, so that a failure says what its mail is made of. */
export type Tricks = Readonly<Record<string, Trick>>;

export interface MakerOptions {
  readonly seed: number;
  readonly index: number;
  /** Bytes that the oversized parts of the mail may take together. */
  readonly budget: number;
  /** How often a part is hostile instead of valid. */
  readonly hostility: number;
}

/** What the generators of one mail share: its choices, its budget of bytes, and the record of its tricks. */
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

  /** Bytes that are left of the mail's budget. */
  get left(): number {
    return this.#left;
  }

  /** Whether the part at hand is to be hostile. */
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

  /** How often a piece of this many bytes is repeated: mostly a few times, now and then until the budget is used up. */
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

  /** Different pieces, as many as the budget has room for. */
  series(pieceBytes: number, piece: (index: number) => string, separator = ''): string {
    return this.random.times(this.count(pieceBytes), piece).join(separator);
  }
}

/** The UTF-8 bytes of a text, one character per byte. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
