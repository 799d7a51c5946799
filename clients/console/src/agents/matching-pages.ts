import type { Page } from '../../../typescript/src/index.ts';

/** How many pages are read for one that has a match, so that a click loads no more than these. */
const MAX_PAGES = 5;

/** The rows of a page, and of those after it, that match. Pages without any are passed over. */
export async function matchingPages<T>(first: Page<T>, matches: (row: T) => boolean): Promise<Page<T>> {
  let page = first;
  for (let read = 1; read < MAX_PAGES && page.hasMore && !page.some(matches); read += 1) page = await page.next();
  return Object.assign(page.filter(matches), {
    hasMore: page.hasMore,
    next: async () => matchingPages(await page.next(), matches),
  }) as Page<T>;
}
