import { type AidError, mayPass } from '../errors.ts';
import { pause } from '../signals.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/**
 * The pauses of a loop after errors that may pass, each of which is one that the client's own retries did not overcome.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md.
 */
export class Backoff {
  #failures = 0;

  succeeded(): void {
    this.#failures = 0;
  }

  /** Waits after an error that may pass, or returns early when the signal is aborted. Throws any other error. */
  async failed(error: unknown, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted !== true && !mayPass(error)) throw error;
    await this.wait(signal, (error as AidError).retryAfterMs);
  }

  /** Waits before the next attempt. */
  async wait(signal?: AbortSignal, leastMs = 0): Promise<void> {
    const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    await pause(Math.max(Math.random() * longest, leastMs), signal);
  }
}

/** Makes a call until it succeeds, or fails for good, or the signal is aborted, or it fails after a time. */
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
      if (Date.now() >= until) throw error;
      await backoff.failed(error, signal);
    }
  }
}
