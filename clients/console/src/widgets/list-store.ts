import type { Page } from '../../../typescript/src/index.ts';
import { presentEntry } from '../shell/history-entries.ts';

/**
 * What is kept of a list, so that going back shows the same rows at the same place: the pages that were loaded, and the
 * row that was shown first. The row that had the focus is kept with the entry of the browser's history
 * (`shell/row-place.ts`), because a page can have several lists and one focus.
 */
interface StoredList {
  pages?: readonly Page<unknown>[];
  /** The key of the row that is shown first: what is newer waits until the person asks for it. */
  top?: string | undefined;
}

/** How many lists are kept. */
const MAX_LISTS = 40;

/** The lists by their place: the entry of the history, the name and the filters. The least recently used is first. */
const lists = new Map<string, StoredList>();

/** The place of a list in the present entry of the history. */
export function placeOfList(name: string, on: readonly unknown[]): string {
  return `${presentEntry()} ${JSON.stringify([name, on])}`;
}

/** What is kept of the list of a place. It becomes the most recently used one. */
function stored(place: string): StoredList {
  const list = lists.get(place) ?? {};
  lists.delete(place);
  lists.set(place, list);
  for (const oldest of lists.keys()) if (lists.size > MAX_LISTS) lists.delete(oldest);
  return list;
}

export function keepPages(place: string, pages: readonly Page<unknown>[]): void {
  stored(place).pages = pages;
}

/** The pages of a list as they were left; `undefined` if they are not kept. */
export function keptPages<T>(place: string): readonly Page<T>[] | undefined {
  return lists.get(place)?.pages as readonly Page<T>[] | undefined;
}

export function keepTop(place: string, top: string | undefined): void {
  stored(place).top = top;
}

/** The key of the row that a list showed first; `undefined` if it has not been shown. */
export function keptTop(place: string): string | undefined {
  return lists.get(place)?.top;
}

/** Forgets all lists: they belong to a session that has ended. */
export function forgetLists(): void {
  lists.clear();
}
