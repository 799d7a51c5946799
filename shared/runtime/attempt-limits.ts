/** How precise the limits are. */
const TICK_MS = 50;

interface Attempt {
  leftMs: number;
  readonly expire: () => void;
}

const running = new Set<Attempt>();
let clock: NodeJS.Timeout | undefined;

/**
 * Calls `expire` after some milliseconds, unless the returned function is called before. Only time in which this thread
 * runs counts. While it is frozen between two invocations, or computes, a response may arrive and wait to be read: then
 * a timer would give up a call that has succeeded, and repeat it.
 */
export function limitAttempt(milliseconds: number, expire: () => void): () => void {
  const attempt: Attempt = { leftMs: milliseconds, expire };
  running.add(attempt);
  // However late a tick is, the next one follows only after what has arrived meanwhile was read.
  clock ??= setInterval(tick, TICK_MS).unref();
  return () => end(attempt);
}

function tick(): void {
  for (const attempt of running) {
    attempt.leftMs -= TICK_MS;
    if (attempt.leftMs > 0) continue;
    end(attempt);
    attempt.expire();
  }
}

function end(attempt: Attempt): void {
  running.delete(attempt);
  if (running.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}
