/** How many handlers may run at once. A handler that waits for its caller gives its slot to another meanwhile. */
export class Slots {
  #free: number;
  readonly #onFree: () => void;
  /** Handlers that have their reply and wait for a slot. They go before new tasks. */
  readonly #queue: (() => void)[] = [];

  constructor(count: number, onFree: () => void) {
    this.#free = count;
    this.#onFree = onFree;
  }

  get isAnyFree(): boolean {
    return this.#free > 0;
  }

  /** Takes a slot, or waits until one is free. */
  enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }

  /** Gives a slot back. */
  leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
    this.#onFree();
  }
}
