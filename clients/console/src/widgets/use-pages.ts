import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../../typescript/src/index.ts';
import { keepPages, keptPages, placeOfList } from './list-store.ts';
import { type LoadPage, PagedList, type PagesState } from './paged-list.ts';

/** The rows loaded so far. */
export interface PagesRead<T> {
  /** `undefined` until the first page has loaded. */
  readonly rows: readonly T[] | undefined;
  /** Why the last load failed. The rows from before are still there. */
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Another object after each load. */
  readonly state: PagesState<T>;
  /** The first page. */
  readonly first: Page<T> | undefined;
  /** Loads the next page. */
  more(): void;
  /** Loads the list again, as far as it is loaded. The present rows are shown meanwhile. */
  reload(): void;
}

/**
 * Loads a list page by page, and starts over when a value that it depends on changes. Going back to it shows the rows
 * that were loaded, and loads them again. `name` distinguishes it from the other lists of its page.
 */
export function usePages<T>(name: string, load: LoadPage<T>, on: readonly unknown[]): PagesRead<T> {
  const [, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const key = JSON.stringify([name, on]);
  const list = useMemo(
    () =>
      new PagedList<T>(
        (...how) => latest.current(...how),
        () => setTurn((before) => before + 1),
        keptPages(placeOfList(name, on)),
      ),
    [key],
  );
  useEffect(() => {
    list.refresh();
    return () => list.stop();
  }, [list]);
  const { state } = list;
  const place = placeOfList(name, on);
  useEffect(() => {
    if (state.pages !== undefined) keepPages(place, state.pages);
  }, [state, place]);
  const rows = useMemo(() => state.pages?.flat(), [state]);
  return {
    rows,
    error: state.error,
    hasMore: state.pages?.at(-1)?.hasMore ?? false,
    state,
    first: state.pages?.[0],
    more: () => list.more(),
    reload: () => list.refresh(),
  };
}
