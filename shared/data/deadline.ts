/** A deadline this many milliseconds from now; returns whether it has passed. */
export function startDeadline(timeoutMs: number): () => boolean {
  const end = performance.now() + timeoutMs;
  return () => performance.now() >= end;
}
