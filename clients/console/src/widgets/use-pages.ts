import { useState } from 'preact/hooks';
import type { Page } from '../../../typescript/src/index.ts';
import { useLoad } from './use-load.ts';

/** The rows loaded so far. */
export interface PagesRead<T> {
  /** `undefined` until the first page has loaded. */
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Loads the next page. */
  more(): void;
  /** Loads the first page again. */
  reload(): void;
}

/** The rows after the first page. */
interface Further<T> {
  readonly after?: Page<T> | undefined;
  readonly pages: readonly Page<T>[];
  readonly error?: unknown;
}

/** Loads a list page by page, and starts over when a value that it depends on changes. */
export function usePages<T>(load: (signal: AbortSignal) => Promise<Page<T>>, on: readonly unknown[]): PagesRead<T> {
  const { data: first, error, reload } = useLoad(load, on);
  const [state, setState] = useState<Further<T>>({ pages: [] });
  const further: Further<T> = state.after === first ? state : { pages: [] };
  const last = further.pages.at(-1) ?? first;
  return {
    rows: first && [first, ...further.pages].flat(),
    error: error ?? further.error,
    hasMore: last?.hasMore ?? false,
    reload,
    more: () => {
      // A page that was requested twice, or that arrives out of turn, is dropped.
      const add = (changed: Partial<Further<T>>) =>
        setState((now) => (now === state ? { ...further, after: first, ...changed } : now));
      last?.next().then(
        (page) => add({ pages: [...further.pages, page] }),
        (failed: unknown) => add({ error: failed }),
      );
    },
  };
}
