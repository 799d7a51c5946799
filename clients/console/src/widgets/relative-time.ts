const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A time that is further away than this is a date. */
const MAX_RELATIVE = 7 * DAY;
/** The clocks of the service and of the page may differ by as much, in milliseconds. */
const NOW = 5 * SECOND;

const format = new Intl.RelativeTimeFormat('en');

/**
 * How far a time is from the present, in its largest unit: `3 minutes ago`, `in 2 hours`; `undefined` beyond a week.
 * Both are in epoch milliseconds.
 */
export function relativeText(at: number, present: number): string | undefined {
  const away = at - present;
  const distance = Math.abs(away);
  if (distance >= MAX_RELATIVE) return undefined;
  if (distance < NOW) return 'now';
  if (distance < MINUTE) return format.format(Math.trunc(away / SECOND), 'second');
  if (distance < HOUR) return format.format(Math.trunc(away / MINUTE), 'minute');
  if (distance < DAY) return format.format(Math.trunc(away / HOUR), 'hour');
  return format.format(Math.trunc(away / DAY), 'day');
}
