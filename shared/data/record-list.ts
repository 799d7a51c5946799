import { firstIdAt, type IdKind, lastIdAt, MAX_TIME } from '../domain/ids.ts';
import type { DecodeRow } from './decode-row.ts';
import { queryRows, type RangeQuery, type Row, type Table } from './table-client.ts';

/** Which records a list is of: their partition, and the kind of the ids they sort by. */
export interface RecordList {
  pk: string;
  kind: IdKind;
}

/**
 * Records before a time (exclusive), newest first: what every list of the API is made of. Strongly read, so that
 * whoever has just made something finds it.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function newestFirst<T>(
  table: Table,
  decode: DecodeRow<T>,
  { pk, kind }: RecordList,
  before: number | undefined,
  page?: number | Pick<RangeQuery, 'firstPage' | 'pageSize'>,
): AsyncGenerator<Row<T>> {
  const to = lastIdAt(kind, (before ?? MAX_TIME) - 1);
  const pages = typeof page === 'number' ? { pageSize: page } : page;
  return queryRows(table, decode, { pk, from: firstIdAt(kind, 0), to, newestFirst: true, strong: true, ...pages });
}

/** All records, oldest first, strongly read. */
export function oldestFirst<T>(table: Table, decode: DecodeRow<T>, { pk, kind }: RecordList): AsyncGenerator<Row<T>> {
  return queryRows(table, decode, { pk, from: firstIdAt(kind, 0), to: lastIdAt(kind, MAX_TIME - 1), strong: true });
}
