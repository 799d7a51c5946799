/**
 * When a delivery is retried. `delays[k]` are the seconds before attempt k + 2, so the maximum number of attempts is
 * the number of delays + 1.
 *
 * See: docs/contract/webhooks.md#attempts.
 */
const RETRY_JITTER = 0.1;
const MAX_RETRY_AFTER_SECONDS = 12 * 3600;

export function maxAttempts(delays: readonly number[]): number {
  return delays.length + 1;
}

/**
 * Returns the milliseconds until the next attempt, or `undefined` if there is none. `finished` is the number of
 * attempts that have ended, `random` a number from 0 to 1, `retryAfterSeconds` the delay that the receiver requested.
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
  const requested = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS) * 1000;
  return Math.round(Math.max(jittered, requested));
}

/**
 * All three forms of an HTTP date begin with the name of the day. `Date.parse` alone would accept "after 5" as a date.
 */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** The seconds of a `Retry-After` header: delta-seconds or an HTTP date. See: RFC 9110, section 10.2.3. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
