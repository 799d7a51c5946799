const SECOND_MS = 1_000;

/** The maximum number of organizations that a process remembers: some hundred kilobytes. */
const MAX_REMEMBERED = 1_000;

/**
 * When the fan-out jobs of organizations run, if only one of an organization may run at a time. The jobs of several
 * events take turns, as far as one process receives them.
 */
export class FanOutPace {
  /** When the next job of an organization may run, in Unix milliseconds. */
  readonly #next = new Map<string, number>();
  readonly #intervalMs: number;
  readonly #maxDelaySeconds: number;

  constructor(intervalMs: number, maxDelaySeconds: number) {
    this.#intervalMs = intervalMs;
    this.#maxDelaySeconds = maxDelaySeconds;
  }

  /** Gives a job the next turn of its organization. Returns the whole seconds until then. */
  delaySeconds(organizationId: string, now: number): number {
    const turn = Math.max(now, this.#next.get(organizationId) ?? now);
    const delay = Math.ceil((turn - now) / SECOND_MS);
    if (delay > this.#maxDelaySeconds) return this.#maxDelaySeconds;
    if (this.#next.size >= MAX_REMEMBERED && !this.#next.has(organizationId)) this.#next.clear();
    this.#next.set(organizationId, turn + this.#intervalMs);
    return delay;
  }
}
