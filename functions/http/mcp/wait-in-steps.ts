import type { ToolContext } from './tool-context.ts';

/** How long one step waits, so that the client sees progress. */
const STEP_MS = 10_000;

/**
 * Waits in steps until `step` returns something, at most `seconds` from the arrival of the call. Each step gets
 * the milliseconds that it may wait, 0 for a last look, and returns `continue` if another one has to follow at once.
 */
export async function waitInSteps<T extends object>(
  { now, progress, signal }: ToolContext,
  seconds: number,
  step: (timeoutMs: number) => Promise<T | 'continue' | undefined>,
): Promise<T | undefined> {
  const deadline = now + seconds * 1000;
  for (;;) {
    signal.throwIfAborted();
    const left = Math.max(0, deadline - Date.now());
    const found = await step(Math.min(STEP_MS, left));
    if (found === 'continue') continue;
    if (found !== undefined) return found;
    if (left === 0) return undefined;
    const waited = Math.min(seconds, Math.round((Date.now() - now) / 1000));
    await progress(waited, seconds, `Still waiting, ${waited} of ${seconds} seconds.`);
  }
}
