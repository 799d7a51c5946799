/**
 * A seeded source of random choices. The same seed and index give the same choices on every machine, so that two
 * numbers reproduce a failure. The generator is mulberry32 (Tommy Ettinger), a 32-bit generator that is good enough for
 * tests.
 */
export class Random {
  #state: number;

  constructor(seed: number, index: number) {
    this.#state = (mix(seed) ^ mix(index + 0x9e3779b9)) >>> 0;
  }

  /** A number from 0 to 1, 1 excluded. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number from 1 to `max`, on a logarithmic scale: as often below 10 as from 10 to 100, and so on. */
  size(max: number): number {
    return Math.max(1, Math.floor(Math.exp(this.fraction() * Math.log(Math.max(1, max)))));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)] as T;
  }

  /** A weighted choice. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.fraction() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return (items.at(-1) as readonly [number, T])[1];
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** Bytes of any value, as a text with one character per byte. */
  bytes(count: number): string {
    return Buffer.from(this.times(count, () => this.int(0, 255))).toString('latin1');
  }
}

/** Maps adjacent seeds to distant states. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
