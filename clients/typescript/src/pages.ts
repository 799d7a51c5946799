import { type Call, callOf, type WithResponse } from './call.ts';
import { invalidResponse } from './errors.ts';
import { timeOf } from './mistakes.ts';

/** The rows of one page: an array that can load the next page. */
export type Page<T> = T[] & {
  /** Whether there may be more rows. */
  readonly hasMore: boolean;
  /** The next page; an empty one without a request if there is none. */
  next(): Promise<Page<T>>;
};

/** Reads one page. */
type ReadPage = (query: Query) => Promise<WithResponse<Readonly<Record<string, unknown>> | null>>;
type Query = Readonly<Record<string, unknown>>;

/** The default number of rows on a page. See: docs/contract/conventions.md#lists. */
const USUAL_LIMIT = 50;

/** The parameter that continues a list that is newest first. */
const BACKWARDS = 'before';

/**
 * A list. It makes no request until it is used: `for await (const row of list)` reads page by page, `firstPage()` one
 * page, and `all({ limit })` everything into an array.
 */
export class Pages<T> implements AsyncIterable<T> {
  readonly #read: ReadPage;
  readonly #query: Query;
  readonly #noun: string;
  readonly #cursor: string;
  readonly #forwards: string;

  /**
   * `list` has the field of the reply with the rows, the field of a row that orders them, empty for a list with a
   * single page, and the parameter with which the list is oldest first, if it has one: `events.created_at.since`.
   */
  constructor(read: ReadPage, query: Query, list: string) {
    const [noun = '', cursor = 'created_at', forwards = BACKWARDS] = list.split('.');
    this.#read = read;
    this.#query = query;
    this.#noun = noun;
    this.#cursor = cursor;
    this.#forwards = forwards;
  }

  /** The first page, with at most `limit` rows. */
  firstPage(): Call<Page<T>> {
    return this.#page(this.#query);
  }

  /** All rows, or the first `limit` ones, in one array. */
  async all({ limit = Number.POSITIVE_INFINITY }: { readonly limit?: number } = {}): Promise<T[]> {
    const rows: T[] = [];
    if (limit <= 0) return rows;
    for await (const row of this) if (rows.push(row) >= limit) break;
    return rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let page = await this.firstPage(); ; page = await page.next()) {
      yield* page;
      if (!page.hasMore) return;
    }
  }

  /**
   * One page. `mark` is a place that an earlier page has named, and `number` counts the places: those with the numbers
   * 1, 3, 7, 15, … become the mark. So pages that name each other in a circle, however large, are noticed, and only one
   * place is remembered (Brent's algorithm).
   */
  #page(query: Query, mark?: unknown, number = 1): Call<Page<T>> {
    return callOf(async () => {
      const { data, response } = await this.#read(query);
      const rows = data?.[this.#noun] as T[];
      if (!Array.isArray(rows)) throw invalidResponse(`The response has no ${this.#noun}.`, response.status);
      const parameter = query[this.#forwards] === undefined ? BACKWARDS : this.#forwards;
      const place = this.#placeAfter(rows, query.limit, parameter, response.headers);
      const given = query[parameter];
      const asked = given instanceof Date ? timeOf(given, parameter) : given;
      if (place !== undefined && (place === asked || place === mark)) {
        // The log cannot be read past an event that is still being written.
        const mayPass = place === asked && parameter !== BACKWARDS && rows.length === 0;
        throw invalidResponse(`The place ${parameter}=${place} comes twice.`, response.status, mayPass);
      }
      const readNext = () =>
        this.#page({ ...query, [parameter]: place }, number & (number + 1) ? mark : place, number + 1);
      return { data: pageOf(rows, this.#noun, place === undefined ? undefined : readNext), response };
    });
  }

  /** Where the page after these rows begins; `undefined` if they are the last ones. */
  #placeAfter(rows: readonly T[], limit: unknown, parameter: string, headers: Headers): unknown {
    if (this.#cursor === '') return undefined;
    const hasMore = headers.get('x-aid-more') === 'true';
    if (!hasMore && rows.length < Number(limit ?? USUAL_LIMIT)) return undefined;
    const given = hasMore ? headers.get(`x-aid-more-${parameter}`) : null;
    return given ?? (rows.at(-1) as Query | undefined)?.[this.#cursor];
  }
}

/** The rows as a page, which also has them under the list's noun, as in the reply. */
function pageOf<T>(rows: T[], noun: string, readNext: (() => Promise<Page<T>>) | undefined): Page<T> {
  return Object.defineProperties(rows, {
    [noun]: { value: rows },
    hasMore: { value: readNext !== undefined },
    next: { value: readNext ?? (async () => pageOf([], noun, undefined)) },
  }) as Page<T>;
}
