/** Long enough for the slowest supported machine. A passing test never waits this long. */
const DEADLINE_MS = 60_000;

/**
 * Retries `attempt` until it does not throw, and returns its result. Tests wait for an expected state in place of a
 * fixed sleep.
 */
export async function eventually<T>(attempt: () => Promise<T> | T, deadlineMs = DEADLINE_MS): Promise<T> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A short delay in which something that must not happen could happen. */
export function settleDelay(ms = 1500): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
