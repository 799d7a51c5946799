/**
 * The clock that the parts of a stack share. It is the machine's clock, until an alarm drill moves it ahead instead of
 * waiting.
 */
export class Clock {
  #offsetMs = 0;
  readonly #listeners = new Set<() => void>();

  /** Milliseconds by which it is ahead of the machine's. */
  get aheadMs(): number {
    return this.#offsetMs;
  }

  /** Milliseconds since the epoch. */
  readonly now = (): number => Date.now() + this.#offsetMs;

  /** Moves the clock ahead of where it is, and notifies everything that waits for a time. */
  advance(byMs: number): void {
    this.#offsetMs += byMs;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each advance. */
  onAdvanced(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
