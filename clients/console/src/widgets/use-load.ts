import { useEffect, useRef, useState } from 'preact/hooks';

/** What has been loaded so far. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** Loads it again. The present data is shown meanwhile. */
  reload(): void;
}

/** Loads something when the component appears, and again when a value that it depends on changes. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ on: string; data?: T; error?: unknown }>({ on: '' });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const key = JSON.stringify(on);
  useEffect(() => {
    const ending = new AbortController();
    latest.current(ending.signal).then(
      (data) => ending.signal.aborted || setState({ on: key, data }),
      (error: unknown) => ending.signal.aborted || setState({ on: key, error }),
    );
    return () => ending.abort();
  }, [key, turn]);
  const isPresent = state.on === key;
  return {
    data: isPresent ? state.data : undefined,
    error: isPresent ? state.error : undefined,
    reload: () => setTurn((before) => before + 1),
  };
}
