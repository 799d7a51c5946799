import { createHash } from 'node:crypto';

/**
 * Random numbers that follow from a seed alone. `fork` makes an independent sequence for one purpose, so that another
 * draw elsewhere changes nothing here.
 */
export class Random {
  readonly #seed: string;
  readonly #state: Uint32Array;

  constructor(seed: string) {
    this.#seed = seed;
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from({ length: 4 }, (_, index) => digest.readUInt32LE(index * 4));
  }

  fork(purpose: string): Random {
    return new Random(`${this.#seed}/${purpose}`);
  }

  /** A number from 0 (inclusive) to 1 (exclusive), by sfc32. */
  next(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, count = 0] = state;
    const result = (a + b + count) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    state[3] = count + 1;
    return result / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `min` to `max`, both inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.int(0, values.length - 1)];
    if (value === undefined) throw new Error('a choice from no values');
    return value;
  }

  /** One of the names, by its share of all weights. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights) as [K, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return (entries.at(-1) as [K, number])[0];
  }
}
