const listeners = new Set<(path: string) => void>();

/** Calls a function with the path of each request that has changed something here. Returns what ends that. */
export function onWrite(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a request has changed something. What is not an event of the log is noticed by it. */
export function announceWrite(url: string): void {
  const { pathname } = new URL(url, location.origin);
  for (const listener of listeners) listener(pathname);
}
