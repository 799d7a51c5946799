/** Calls a function when the signal aborts, or immediately if it already has. Returns a function that unsubscribes. */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return () => signal?.removeEventListener('abort', end);
}

/** Waits, or returns early when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let release = () => {};
    const end = () => {
      clearTimeout(timer);
      release();
      resolve();
    };
    const timer = setTimeout(end, ms);
    release = onAbort(signal, end);
  });
}
