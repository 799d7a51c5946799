/**
 * Milliseconds until the next poll: few at first, when a change is likely soon, and more later, but never more than
 * `maxMs`.
 */
export function pollInterval(elapsedMs: number, maxMs = 500): number {
  return Math.min(maxMs, intervalAt(elapsedMs));
}

function intervalAt(elapsedMs: number): number {
  if (elapsedMs < 5_000) return 100;
  if (elapsedMs < 10_000) return 200;
  return elapsedMs < 30_000 ? 500 : 1000;
}
