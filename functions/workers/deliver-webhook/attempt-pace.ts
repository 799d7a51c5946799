const SECOND_MS = 1_000;

/** The maximum number of organizations that a process remembers: some hundred kilobytes. */
const MAX_REMEMBERED = 1_000;

/**
 * When the attempts of organizations begin, if they begin at a limited rate. Several events at once share the rate of
 * their organization, as far as one process creates their deliveries.
 */
export class AttemptPace {
  /** When the next attempt of an organization may begin, in Unix milliseconds. */
  readonly #next = new Map<string, number>();
  readonly #perSecond: number;
  readonly #maxDelaySeconds: number;

  constructor(perSecond: number, maxDelaySeconds: number) {
    this.#perSecond = perSecond;
    this.#maxDelaySeconds = maxDelaySeconds;
  }

  /** The whole seconds after which these attempts begin, together. */
  delaySeconds(organizationId: string, attempts: number, now: number): number {
    const next = Math.max(now, this.#next.get(organizationId) ?? now);
    const delay = Math.ceil((next - now) / SECOND_MS);
    if (delay > this.#maxDelaySeconds) return this.#maxDelaySeconds;
    if (this.#next.size >= MAX_REMEMBERED && !this.#next.has(organizationId)) this.#next.clear();
    this.#next.set(organizationId, next + (attempts * SECOND_MS) / this.#perSecond);
    return delay;
  }
}
