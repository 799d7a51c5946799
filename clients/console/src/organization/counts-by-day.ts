/** How many of something there were on a day. */
export interface DayCount {
  /** The day in UTC: `2026-11-28`. */
  readonly day: string;
  readonly count: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * The days up to the present that are wholly known, the oldest first.
 *
 * @param days at most this many
 * @param knownSince what is older has not been read; `undefined` if everything has been
 * @param present in epoch milliseconds
 */
export function knownDays(days: number, knownSince: string | undefined, present: number): readonly string[] {
  const all = Array.from({ length: days }, (_, index) => dayOf(present - (days - 1 - index) * DAY_MS));
  return knownSince === undefined ? all : all.filter((day) => day > knownSince.slice(0, 10) || day === dayOf(present));
}

/** How many times there are on each of the days. */
export function countsByDay(days: readonly string[], times: readonly string[]): readonly DayCount[] {
  const counts = new Map(days.map((day) => [day, 0]));
  for (const time of times) {
    const day = time.slice(0, 10);
    const before = counts.get(day);
    if (before !== undefined) counts.set(day, before + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}
