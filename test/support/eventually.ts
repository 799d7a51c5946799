/** Long enough for the slowest machine that should still pass; nobody waits for it where things work. */
const DEADLINE_MS = 60_000;

/**
 * Runs `attempt` until it does not throw, and answers what it answers. Tests wait for what they expect instead of
 * sleeping for as long as it usually takes.
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

/** A moment in which something that must not happen could happen. */
export function settleDelay(ms = 1500): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
