import type { Page } from '../../../typescript/src/index.ts';

/** How many lists are kept. */
const MAX_LISTS = 40;

/** Lists as a person left them, so that going back shows the same rows. The least recently used one comes first. */
const lists = new Map<string, readonly Page<unknown>[]>();

export function keepList(place: string, pages: readonly Page<unknown>[]): void {
  lists.delete(place);
  lists.set(place, pages);
  for (const oldest of lists.keys()) if (lists.size > MAX_LISTS) lists.delete(oldest);
}

/** The pages of a list as they were left; `undefined` if they are not kept. */
export function keptList<T>(place: string): readonly Page<T>[] | undefined {
  return lists.get(place) as readonly Page<T>[] | undefined;
}

/** Forgets all lists: they belong to a session that has ended. */
export function forgetLists(): void {
  lists.clear();
}
