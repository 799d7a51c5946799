interface Entry<T> {
  readonly result: Promise<T>;
  readonly until: number;
}

interface Limits {
  /** How long a result is kept, in milliseconds. */
  readonly keepMs: number;
  /** How many are kept at most: the oldest makes room. Absent where there are few names. */
  readonly max?: number;
}

/**
 * What calls of another service have returned, in the memory of a function, for some time. Callers at the same time
 * share one call, and a failure is not kept. What has been kept long enough is gone from memory with the next call.
 */
export class KeptResults<T> {
  readonly #limits: Required<Limits>;
  /** In the order of their expiry, because each is kept for the same time. */
  readonly #kept = new Map<string, Entry<T>>();

  constructor(limits: Limits) {
    this.#limits = { max: Infinity, ...limits };
  }

  /** The result by its name: the one that is kept, or that of a new call. `now` is in epoch milliseconds. */
  get(name: string, now: number, make: () => Promise<T>): Promise<T> {
    const { keepMs, max } = this.#limits;
    this.#drop(({ until }) => until <= now);
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept.result;
    this.#drop(() => this.#kept.size >= max);
    const result = make().catch((error: unknown) => {
      this.#kept.delete(name);
      throw error;
    });
    this.#kept.set(name, { result, until: now + keepMs });
    return result;
  }

  /** Drops the oldest results for as long as the condition holds. */
  #drop(isDue: (oldest: Entry<T>) => boolean): void {
    for (const [name, oldest] of this.#kept) {
      if (!isDue(oldest)) return;
      this.#kept.delete(name);
    }
  }
}
