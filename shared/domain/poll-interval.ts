/**
 * Milliseconds until the next poll: few at first, when a change is likely soon, and more later, but never more than
 * `maxMs`.
 */
export function pollInterval(elapsedMs: number, maxMs = 500): number {
  const interval = elapsedMs < 5_000 ? 100 : elapsedMs < 30_000 ? 200 : 500;
  return Math.min(maxMs, interval);
}
