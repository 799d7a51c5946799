const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** Spreads out callers that were asked to wait until the same moment. A timer may fire slightly early. */
const RETRY_AFTER_SPREAD_MS = 250;

/**
 * How long to wait after a failed attempt, the first of which is 0. `undefined` if the service asks to wait longer than
 * `longestMs`, which is left to the caller.
 */
export function retryPause(
  attempt: number,
  retryAfterMs: number | undefined,
  longestMs: number,
  firstPauseMs = FIRST_PAUSE_MS,
): number | undefined {
  if (retryAfterMs === undefined) return Math.random() * Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** attempt);
  return retryAfterMs > longestMs ? undefined : retryAfterMs + 1 + Math.random() * RETRY_AFTER_SPREAD_MS;
}
