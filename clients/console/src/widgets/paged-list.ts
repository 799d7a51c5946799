import type { Page } from '../../../typescript/src/index.ts';

/** How many rows a list loads first, and how many with each click. */
const PAGE = 50;
/** The largest page of the API. See: docs/contract/conventions.md#lists. */
const MAX_PAGE = 200;
/** How many rows are loaded again at most, unless the person has loaded more. */
const MAX_READ_AGAIN = 1_000;

/** Loads the first page, with about as many rows as `limit` says. */
export type LoadPage<T> = (signal: AbortSignal, limit: number) => Promise<Page<T>>;

/** What has been loaded of a list. Another object after each load, also after one that failed. */
export interface PagesState<T> {
  /** The pages in order, without a gap between them; `undefined` until the first one has loaded. */
  readonly pages: readonly Page<T>[] | undefined;
  /** Why the last load failed. */
  readonly error?: unknown;
}

/**
 * A list that is loaded page by page and can be loaded again. A load never shows fewer of the rows that a person has
 * loaded, nor rows with a gap between them: the new pages replace the old ones once they reach as far.
 */
export class PagedList<T> {
  readonly #load: LoadPage<T>;
  readonly #onChange: () => void;
  readonly #ending = new AbortController();
  /** Loads run one after another. */
  #last: Promise<void> = Promise.resolve();
  #state: PagesState<T>;
  #willRefresh = false;
  #willReadMore = false;

  constructor(load: LoadPage<T>, onChange: () => void, kept?: readonly Page<T>[]) {
    this.#load = load;
    this.#onChange = onChange;
    this.#state = { pages: kept };
  }

  get state(): PagesState<T> {
    return this.#state;
  }

  /** Loads the list again, after a load that is running. Calls until then have no effect of their own. */
  refresh(): void {
    if (this.#willRefresh) return;
    this.#willRefresh = true;
    this.#run(() => {
      this.#willRefresh = false;
      return readAgain(this.#load, this.#state.pages?.flat() ?? [], this.#ending.signal);
    });
  }

  /** Loads the next page. Calls while it loads have no effect. */
  more(): void {
    if (this.#willReadMore) return;
    this.#willReadMore = true;
    this.#run(async () => {
      try {
        const { pages = [] } = this.#state;
        const next = await pages.at(-1)?.next();
        return next === undefined ? pages : [...pages, next];
      } finally {
        this.#willReadMore = false;
      }
    });
  }

  /** Ends all loads. */
  stop(): void {
    this.#ending.abort();
  }

  #run(read: () => Promise<readonly Page<T>[]>): void {
    this.#last = this.#last.then(async () => {
      const { signal } = this.#ending;
      if (signal.aborted) return;
      try {
        const pages = await read();
        if (!signal.aborted) this.#state = { pages };
      } catch (error) {
        if (!signal.aborted) this.#state = { pages: this.#state.pages, error };
      }
      if (!signal.aborted) this.#onChange();
    });
  }
}

/**
 * The pages of a list from its beginning to the last of the rows that it had. If that row is gone, as many rows are
 * loaded after the first known one as there were.
 */
async function readAgain<T>(load: LoadPage<T>, before: readonly T[], signal: AbortSignal): Promise<readonly Page<T>[]> {
  const known = new Set(before.map(idOf));
  const last = before.at(-1);
  const most = Math.max(before.length, MAX_READ_AGAIN);
  const pages = [await load(signal, before.length > PAGE ? MAX_PAGE : PAGE)];
  for (;;) {
    const page = pages.at(-1);
    const ids = pages.flat().map(idOf);
    const firstKnown = ids.findIndex((id) => known.has(id));
    const isDone =
      last === undefined || ids.includes(idOf(last)) || (firstKnown >= 0 && ids.length >= firstKnown + before.length);
    if (page === undefined || !page.hasMore || isDone || ids.length >= most) return pages;
    pages.push(await page.next());
  }
}

/** What distinguishes a row from others. Records of redemptions have no id. */
function idOf(row: unknown): string {
  return (row as { readonly id?: string }).id ?? JSON.stringify(row);
}
