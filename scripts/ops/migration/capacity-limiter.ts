import { pause } from '#shared/domain/concurrency/pause.ts';
import { SECOND } from '#shared/domain/time/time.ts';

/** Keeps what a walk consumes of the table under a number of capacity units in a second, on average. */
export class CapacityLimiter {
  readonly #unitsPerSecond: number;
  readonly #began = Date.now();
  #units = 0;

  constructor(unitsPerSecond: number) {
    this.#unitsPerSecond = unitsPerSecond;
  }

  /** The units that were consumed so far. */
  get units(): number {
    return this.#units;
  }

  /** Counts what a request has consumed, as its response says. */
  add(consumed: { CapacityUnits?: number | undefined } | undefined): void {
    this.#units += consumed?.CapacityUnits ?? 0;
  }

  /** Waits until the next request may be sent. */
  async wait(): Promise<void> {
    await pause(Math.max(0, this.#began + (this.#units / this.#unitsPerSecond) * SECOND - Date.now()));
  }
}
