/**
 * How long an operation tries again, in all, while other writers advance the same clock or change the same rows.
 * Functions behind the API end after 25 s, so the last try still has time. On a busy machine some of 24 commits at once
 * over the same two clocks needed more than 10 s.
 */
export const CONTENTION_TIMEOUT_MS = 20_000;

/** A deadline this many milliseconds from now; returns whether it has passed. */
export function startDeadline(timeoutMs: number): () => boolean {
  const end = performance.now() + timeoutMs;
  return () => performance.now() >= end;
}
