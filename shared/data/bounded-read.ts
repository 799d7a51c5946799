/** The maximum number of rows that one request reads to fill a page of a list with a filter. */
export const MAX_EXAMINED_ROWS = 1_000;

/** What a query has to return for that at most: the next row says whether the read continues. */
const MAX_READ_ROWS = MAX_EXAMINED_ROWS + 1;

/** The pages of a query for a bounded read that needs few of its rows, or more of them. */
export const SMALL_PAGES = { pageSize: 200, limit: MAX_READ_ROWS };
/** Those for a bounded read that looks at all rows: as few queries as possible, each of which ends at 1 MB. */
export const LARGE_PAGES = { pageSize: MAX_READ_ROWS, limit: MAX_READ_ROWS };

/**
 * Rows of a list, newest first, of which at most `max` are read, so that a filter that nothing passes does not read the
 * whole history. A caller that has not filled its page continues before `continueBefore`.
 *
 * See: docs/contract/conventions.md#lists.
 */
export class BoundedRead<T extends { createdAt: number }> implements AsyncIterable<T> {
  readonly #rows: AsyncIterable<T>;
  readonly #max: number;
  #continueBefore: number | undefined;

  constructor(rows: AsyncIterable<T>, max = MAX_EXAMINED_ROWS) {
    this.#rows = rows;
    this.#max = max;
  }

  /** The time before which rows were not read, in epoch milliseconds; undefined if the read has not ended early. */
  get continueBefore(): number | undefined {
    return this.#continueBefore;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    let examined = 0;
    let last: number | undefined;
    for await (const row of this.#rows) {
      if (examined === this.#max) {
        this.#continueBefore = last;
        return;
      }
      examined += 1;
      last = row.createdAt;
      yield row;
    }
  }
}
