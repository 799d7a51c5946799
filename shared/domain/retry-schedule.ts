/**
 * When a delivery is tried again. `delays[k]` are the seconds before attempt k + 2, so the maximum of attempts
 * is their number + 1.
 *
 * See: docs/contract/webhooks.md#attempts.
 */
export const RETRY_JITTER = 0.1;
export const RETRY_AFTER_MAX_SECONDS = 12 * 3600;

export function maxAttempts(delays: readonly number[]): number {
  return delays.length + 1;
}

/**
 * Milliseconds until the next attempt, or `undefined` when there is none.
 * `finished`: attempts that have ended; `random`: 0 to 1; `retryAfterSeconds`: what the receiver asked for.
 */
export function nextDelayMs(
  delays: readonly number[],
  finished: number,
  random: number,
  retryAfterSeconds?: number,
): number | undefined {
  const delay = delays[finished - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * 1000 * (1 + RETRY_JITTER * (2 * random - 1));
  const asked = Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_MAX_SECONDS) * 1000;
  return Math.round(Math.max(jittered, asked));
}

/** All three forms of an HTTP date begin with the day's name; `Date.parse` alone would read "after 5" as a date. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Seconds of a `Retry-After` header: delta-seconds or an HTTP date. See: RFC 9110, section 10.2.3. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
