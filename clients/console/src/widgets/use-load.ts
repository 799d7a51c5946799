import { useEffect, useRef, useState } from 'preact/hooks';

/** What has been loaded so far. */
export interface Loaded<T> {
  readonly data: T | undefined;
  /** Why the last load failed. The data from before is still there. */
  readonly error: unknown;
  /** Another object after each load. */
  readonly state: unknown;
  /** Loads it again, after a load that is running. The present data is shown meanwhile. */
  reload(): void;
}

interface LoadState<T> {
  readonly on: string;
  readonly data?: T | undefined;
  readonly error?: unknown;
}

/** Loads something when the component appears, and again when a value that it depends on changes. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<LoadState<T>>({ on: '' });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const running = useRef({ isLoading: false, isStale: false });
  const key = JSON.stringify(on);
  const loadAgain = () => setTurn((before) => before + 1);
  useEffect(() => {
    const ending = new AbortController();
    running.current = { isLoading: true, isStale: false };
    const finish = (change: (before: LoadState<T>) => LoadState<T>) => {
      if (ending.signal.aborted) return;
      const { isStale } = running.current;
      running.current = { isLoading: false, isStale: false };
      setState(change);
      if (isStale) loadAgain();
    };
    latest.current(ending.signal).then(
      (data) => finish(() => ({ on: key, data })),
      (error: unknown) => finish((before) => ({ on: key, error, data: before.on === key ? before.data : undefined })),
    );
    return () => ending.abort();
  }, [key, turn]);
  const isPresent = state.on === key;
  return {
    data: isPresent ? state.data : undefined,
    error: isPresent ? state.error : undefined,
    state,
    reload: () => {
      // Aborting a load for each of many events would never finish one.
      if (running.current.isLoading) running.current.isStale = true;
      else loadAgain();
    },
  };
}
