/**
 * Milliseconds between two polls of the clock. Polls are frequent at first, when an event is likely. A wait of 25 s
 * makes about 150 polls, which cost 75 read units.
 */
export function pollInterval(elapsedMs: number): number {
  return elapsedMs < 5_000 ? 100 : 200;
}
