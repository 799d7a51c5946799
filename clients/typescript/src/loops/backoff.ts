import { type AidError, mayPass } from '../errors.ts';
import { pause } from '../signals.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/**
 * The pauses of a loop after temporary errors that the client's own retries did not overcome.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md.
 */
export class Backoff {
  #failures = 0;

  succeeded(): void {
    this.#failures = 0;
  }

  /**
   * Waits after a temporary error, at most `mostMs`, or returns early when the signal aborts. Throws any other error.
   */
  async failed(error: unknown, signal?: AbortSignal, mostMs?: number): Promise<void> {
    if (signal?.aborted !== true && !mayPass(error)) throw error;
    await this.wait(signal, (error as AidError).retryAfterMs, mostMs);
  }

  /** Waits before the next attempt. */
  async wait(signal?: AbortSignal, leastMs = 0, mostMs = Number.POSITIVE_INFINITY): Promise<void> {
    const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    await pause(Math.min(Math.max(Math.random() * longest, leastMs), mostMs), signal);
  }
}

/** Repeats a call until it succeeds, fails for good, or fails at or after `until`, or the signal aborts. */
export async function untilDone<T>(
  call: () => Promise<T>,
  signal?: AbortSignal,
  until = Number.POSITIVE_INFINITY,
): Promise<T> {
  const backoff = new Backoff();
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      const left = until - Date.now();
      if (left <= 0) throw error;
      await backoff.failed(error, signal, left);
    }
  }
}
