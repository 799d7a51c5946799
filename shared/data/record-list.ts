import { firstIdAt, type IdKind, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { type DecodeRow, queryRows, type RangeQuery, type Row, type Table } from './table-client.ts';

/** The records of a list: their partition, and the kind of the ids that they are sorted by. */
export interface RecordList {
  pk: string;
  kind: IdKind;
}

/**
 * Records before a time (exclusive), newest first: the base of every list of the API. The reads are strongly
 * consistent, so that a client finds what it has just created. `page.from`: the id of the oldest one; all by default.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function newestFirst<T>(
  table: Table,
  decode: DecodeRow<T>,
  { pk, kind }: RecordList,
  before: number | undefined,
  page?: number | Partial<Pick<RangeQuery, 'firstPage' | 'pageSize' | 'from' | 'limit'>>,
): AsyncGenerator<Row<T>> {
  const to = lastIdAt(kind, (before ?? MAX_TIME) - 1);
  const pages = typeof page === 'number' ? { pageSize: page } : page;
  return queryRows(table, decode, { pk, from: firstIdAt(kind, 0), to, newestFirst: true, strong: true, ...pages });
}

/**
 * All records, oldest first, by strongly consistent reads. `from`: the id of the first one. `page`: the rows of the
 * first read, as in {@link queryRows}.
 */
export function oldestFirst<T>(
  table: Table,
  decode: DecodeRow<T>,
  { pk, kind }: RecordList,
  { from = firstIdAt(kind, 0), firstPage }: { from?: string | undefined; firstPage?: number | undefined } = {},
): AsyncGenerator<Row<T>> {
  const to = lastIdAt(kind, MAX_TIME - 1);
  return queryRows(table, decode, { pk, from, to, strong: true, firstPage });
}
