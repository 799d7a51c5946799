import { signal } from '@preact/signals';

/** Whether the stack of this machine is restarting, so that nothing can be read from it. */
export const isRestarting = signal(false);

const PAUSE_MS = 300;

/** Waits until the stack is ready. */
export async function untilReady(ending: AbortSignal): Promise<void> {
  while (!ending.aborted && !(await isReady(ending))) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

async function isReady(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/v1/ready', { signal })).ok;
  } catch {
    // There is no server at the address for a moment.
    return false;
  }
}
