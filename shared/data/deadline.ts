/**
 * How long an operation tries again, in all, while other writers advance the same clock or change the same rows. The
 * calls of a request end after 24 s, so the last try still has time.
 *
 * See: docs/contract/errors.md#error-codes; docs/decisions/0062-no-accommodations-for-tests.md.
 */
export const CONTENTION_TIMEOUT_MS = 20_000;

/** A deadline this many milliseconds from now; returns whether it has passed. */
export function startDeadline(timeoutMs: number): () => boolean {
  const end = performance.now() + timeoutMs;
  return () => performance.now() >= end;
}
