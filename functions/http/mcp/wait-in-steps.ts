import { MAX_WAIT_MS } from './call-time.ts';
import { OutOfTimeError } from './service-error.ts';
import type { ToolContext } from './tool-context.ts';

/** How long one step waits, so that the client sees progress. */
const STEP_MS = 10_000;

/**
 * Waits in steps until `step` returns something, at most `seconds` from the arrival of the call. Each step gets the
 * milliseconds that it may wait, 0 for a last look, and returns `continue` if there may be more to look at already. The
 * first step is made in any case. A step that the end of the call interrupts has found nothing.
 */
export async function waitInSteps<T extends object>(
  { now, progress, signal }: Pick<ToolContext, 'now' | 'progress' | 'signal'>,
  seconds: number,
  step: (timeoutMs: number) => Promise<T | 'continue' | undefined>,
): Promise<T | undefined> {
  const deadline = now + Math.min(seconds * 1000, MAX_WAIT_MS);
  // Each progress has to be above the last one. See: MCP 2026-07-28, progress.
  let reported = -1;
  for (;;) {
    signal.throwIfAborted();
    const left = Math.max(0, deadline - Date.now());
    const waited = Math.min(seconds, Math.floor((Date.now() - now) / 1000));
    if (left > 0 && waited > reported) {
      reported = waited;
      await progress(waited, seconds, `Waiting, ${waited} of ${seconds} seconds.`);
    }
    const found = await step(Math.min(STEP_MS, left)).catch(nothingAtTheEnd);
    if (typeof found === 'object') return found;
    const isOver = found === 'continue' ? Date.now() >= deadline : left === 0;
    if (isOver || found === 'interrupted') return undefined;
  }
}

function nothingAtTheEnd(error: unknown): 'interrupted' {
  if (error instanceof OutOfTimeError) return 'interrupted';
  throw error;
}
