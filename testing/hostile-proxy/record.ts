/** A request that came again before the time that `Retry-After` had named. */
interface EarlyRepetition {
  readonly request: string;
  readonly milliseconds: number;
}

/** Timers of a client may fire a little early. */
const TIMER_TOLERANCE_MS = 5;

/** What the proxy has done so far, and where a client did not respect it. */
export class ProxyRecord {
  /** How often each fault happened, and how many requests and messages passed. */
  readonly counts: Record<string, number> = {};
  readonly tooEarly: EarlyRepetition[] = [];
  readonly #notBefore = new Map<string, number>();

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** A request with this name was refused until then. */
  refuse(request: string, seconds: number): void {
    this.#notBefore.set(request, performance.now() + seconds * 1000 - TIMER_TOLERANCE_MS);
  }

  /** A request with this name has arrived. */
  arrived(request: string): void {
    const milliseconds = (this.#notBefore.get(request) ?? 0) - performance.now();
    this.#notBefore.delete(request);
    if (milliseconds > 0) this.tooEarly.push({ request, milliseconds: Math.round(milliseconds) });
  }
}
