import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../../typescript/src/index.ts';

/** The rows of a list that have been read. */
export interface PagesRead<T> {
  /** `undefined` until the first page is there. */
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Reads the next page. */
  more(): void;
  /** Reads the first page again. */
  reload(): void;
}

interface State<T> {
  readonly on: string;
  readonly rows?: readonly T[];
  readonly last?: Page<T>;
  readonly error?: unknown;
}

/** Reads a list page by page, and from its beginning when one of the values changes that it depends on. */
export function usePages<T>(load: (signal: AbortSignal) => Promise<Page<T>>, on: readonly unknown[]): PagesRead<T> {
  const [state, setState] = useState<State<T>>({ on: '' });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const key = JSON.stringify(on);
  useEffect(() => {
    const ending = new AbortController();
    latest.current(ending.signal).then(
      (page) => ending.signal.aborted || setState({ on: key, rows: page, last: page }),
      (error: unknown) => ending.signal.aborted || setState({ on: key, error }),
    );
    return () => ending.abort();
  }, [key, turn]);
  const present = state.on === key ? state : { on: key };
  const { rows, last, error } = present;
  return {
    rows,
    error,
    hasMore: last?.hasMore ?? false,
    reload: () => setTurn((before) => before + 1),
    more: () => {
      last?.next().then(
        (page) =>
          setState((now) => (now.last === last ? { on: key, rows: [...(rows ?? []), ...page], last: page } : now)),
        (failed: unknown) => setState((now) => ({ ...now, error: failed })),
      );
    },
  };
}
