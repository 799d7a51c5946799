/** Calls a function when the signal is aborted, or at once if it is. Returns what takes that back. */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return () => signal?.removeEventListener('abort', end);
}

/** Waits, or returns early when the signal is aborted. */
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
