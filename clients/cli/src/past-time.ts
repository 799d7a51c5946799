import { UsageError } from './usage-error.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const AGO = /^(\d{1,6})([smhd])$/;

/** Whether the time of an option depends on when the command runs. */
export function isAgo(given: string): boolean {
  return AGO.test(given);
}

/** The time of an option: a time, or how long ago (`90s`, `30m`, `1h`, `2d`). Throws `UsageError` for anything else. */
export function pastTime(flag: string, given: string, now = Date.now()): Date {
  const [, count, unit = ''] = AGO.exec(given) ?? [];
  const time = count === undefined ? new Date(given) : new Date(now - Number(count) * (UNIT_MS[unit] ?? 0));
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(`${flag}: expected 30m, 1h, 2d or a time such as 2026-01-31T08:00:00.000Z, got "${given}"`);
  }
  return time;
}
