const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** Spreads out those who were asked to wait for the same moment. A timer may fire a moment early. */
const RETRY_AFTER_SPREAD_MS = 250;

/**
 * How long to wait after an attempt that failed, the first of which is 0. `undefined`: the service wants its caller to
 * wait for longer than `longestMs`, which is for the caller to do.
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
