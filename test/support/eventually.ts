/** Without progress for this long, a test has failed. A passing test never waits this long. */
const STALLED_MS = 60_000;

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 500;

/**
 * Retries `attempt` until it does not throw, and returns its result. Tests wait for an expected state in place of a
 * fixed sleep. It gives up when the error has been the same for `stalledMs`: "268 of 351" after "267 of 351" is
 * progress, however slow the machine. What never ends is ended by the time limit of the test.
 *
 * The pauses grow with the time, so that a busy machine is not kept busy by the questions.
 */
export async function eventually<T>(attempt: () => Promise<T> | T, stalledMs = STALLED_MS): Promise<T> {
  const start = Date.now();
  let seen = '';
  let stalledSince = start;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const now = Date.now();
      const text = String(error);
      if (text !== seen) {
        seen = text;
        stalledSince = now;
      } else if (now - stalledSince >= stalledMs) {
        throw error;
      }
      const pause = Math.min(Math.max((now - start) / 20, FIRST_PAUSE_MS), MAX_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A short delay in which something that must not happen could happen. */
export function settleDelay(ms = 1500): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
