/**
 * Epoch milliseconds as a timestamp of the API: ISO 8601 with milliseconds, in UTC. See:
 * docs/contract/conventions.md#times.
 */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** A time that may be absent as an ISO 8601 timestamp or null. */
export function timestampOrNull(ms: number | undefined | null): string | null {
  return ms === undefined || ms === null ? null : timestamp(ms);
}

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses an RFC 3339 date and time to epoch milliseconds; returns `undefined` if the text is not valid. Digits beyond
 * milliseconds are rounded down, so that `since` skips no event of the same millisecond. Use `up` for an exclusive
 * upper bound, which must not exclude one. A leap second (`:60`, RFC 3339, section 5.7) is read as the next second.
 */
export function parseTimestamp(text: string, rounding: 'down' | 'up' = 'down'): number | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = match[8] === undefined ? 0 : Number(match[9]) * 60 + Number(match[10]);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || Number(match[9] ?? 0) > 23 || Number(match[10] ?? 0) > 59) {
    return undefined;
  }
  const fraction = match[7] ?? '';
  const roundedUp = rounding === 'up' && /[1-9]/.test(fraction.slice(3)) ? 1 : 0;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3)) + roundedUp;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  const time = date.getTime() - (match[8] === '-' ? -1 : 1) * offset * 60_000;
  // No record is older than 1970, when the times of ULIDs begin, or younger than the last year of RFC 3339. A zone
  // offset leads beyond both, and a bound there selects the same records.
  return Math.min(LAST_TIME, Math.max(0, time));
}

/** The last millisecond that RFC 3339 has a text for. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function daysInMonth(year: number, month: number): number {
  const end = new Date(0);
  end.setUTCFullYear(year, month, 0);
  return end.getUTCDate();
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Epoch seconds of a time, rounded up: the unit of the table's time-to-live attribute. */
export function epochSeconds(ms: number): number {
  return Math.ceil(ms / SECOND);
}

/** Whole seconds until a time, at least 1: what `Retry-After` says. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / SECOND));
}

/** The next 00:00 UTC, in epoch milliseconds. */
export function nextMidnight(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY;
}

/** Epoch milliseconds at which the calendar window of a time ends. */
export function windowEnd(now: number, windowMs: number): number {
  return (Math.floor(now / windowMs) + 1) * windowMs;
}
