/** Calls a function when the signal aborts, or immediately if it already has. Returns a function that unsubscribes. */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return () => signal?.removeEventListener('abort', end);
}

/** A timer of more milliseconds would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits, or returns early when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let release = () => {};
    const end = () => {
      clearTimeout(timer);
      release();
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
    release = onAbort(signal, end);
  });
}

/** Calls a function after some time, which may be infinite. Returns a function that prevents it. */
export function after(ms: number, action: () => void): () => void {
  if (ms > MAX_TIMER_MS) return () => {};
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}
