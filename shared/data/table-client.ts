import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { pause } from '#shared/domain/concurrency/pause.ts';
import type { ContentStore } from './content-store.ts';
import { startDeadline } from './deadline.ts';
import { TABLE } from './table.ts';

/** The primary key of a row. */
export interface Key {
  pk: string;
  sk: string;
}

/** A row as stored: its key and an entity's attributes; times in epoch milliseconds. */
export type Row<T = Record<string, unknown>> = Key & T;

/** Turns a row as the table returned it into the row of an entity. Throws if it is not one. */
export type DecodeRow<T> = (row: Row) => Row<T>;

/**
 * The table and its client. Reads are in this file; writes go through a commit, or are in `direct-writes`.
 *
 * See: docs/decisions/0002-one-commit.md.
 */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
  /** The large content of rows. Functions without access to it read and write rows without such content only. */
  readonly contents?: ContentStore;
}

interface ReadOptions {
  /** Strongly consistent: twice the price, never stale. */
  strong?: boolean;
  signal?: AbortSignal;
}

/** Returns one row, or `undefined`. The row may have expired: readers of such rows have to check its time. */
export async function getRow<T>(
  table: Table,
  decode: DecodeRow<T>,
  key: Key,
  options: ReadOptions = {},
): Promise<Row<T> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: key.pk, sk: key.sk }, ConsistentRead: options.strong ?? false }),
    options.signal === undefined ? {} : { abortSignal: options.signal },
  );
  return Item === undefined ? undefined : decode(Item as Row);
}

/** How long a batch read requests the rows that a throttled table has left out. */
const BATCH_TIMEOUT_MS = 10_000;

/** Returns the rows that exist of many keys, in no particular order. */
export async function getRows<T>(
  table: Table,
  decode: DecodeRow<T>,
  keys: readonly Key[],
  options: ReadOptions = {},
): Promise<Row<T>[]> {
  const unique = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, { pk: key.pk, sk: key.sk }])).values()];
  const rows: Row<T>[] = [];
  for (let start = 0; start < unique.length; start += 100) {
    let pending = unique.slice(start, start + 100);
    const isOver = startDeadline(BATCH_TIMEOUT_MS);
    // A throttled table returns a part of the rows and lists the other keys (BatchGetItem, UnprocessedKeys).
    for (let round = 0; pending.length > 0; round++) {
      if (isOver()) throw new Error('the table kept returning only a part of the requested rows');
      if (round > 0) await pause(Math.min(1000, 20 * 2 ** round));
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({
          RequestItems: { [table.name]: { Keys: pending, ConsistentRead: options.strong ?? false } },
        }),
      );
      for (const row of Responses?.[table.name] ?? []) rows.push(decode(row as Row));
      pending = (UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[];
    }
  }
  return rows;
}

/** Rows of several kinds that were read together; each is decoded as what its key says. */
export type RowLookup = <T>(decode: DecodeRow<T>, key: Key) => Row<T> | undefined;

/** Reads rows of several kinds in one request, if they are at most a hundred. */
export async function getRowsTogether(
  table: Table,
  keys: readonly Key[],
  options: ReadOptions = {},
): Promise<RowLookup> {
  const rows = await getRows(table, (row) => row, keys, options);
  const byKey = new Map(rows.map((row) => [`${row.pk}\n${row.sk}`, row]));
  return (decode, { pk, sk }) => {
    const row = byKey.get(`${pk}\n${sk}`);
    return row && decode(row);
  };
}

export interface RangeQuery extends ReadOptions {
  pk: string;
  /** Inclusive bounds of the sort key. */
  from: string;
  to: string;
  newestFirst?: boolean;
  /** The maximum number of rows to return. */
  limit?: number;
  /** The rows of one read. The default suits lists that return most of the rows that they read. */
  pageSize?: number;
  /** The rows of the first read, if the wanted ones are probably among the first. Each page is four times as large. */
  firstPage?: number | undefined;
  /** An index instead of the table. */
  index?: { name: string; partitionKey: string; sortKey: string };
}

/**
 * The rows of a range, in order, read page by page. It is an iterator so that a caller that filters rows reads only as
 * many pages as it needs.
 */
export async function* queryRows<T>(table: Table, decode: DecodeRow<T>, query: RangeQuery): AsyncGenerator<Row<T>> {
  if (query.from > query.to) return;
  const { partitionKey, sortKey } = query.index ?? TABLE;
  let start: QueryCommandInput['ExclusiveStartKey'];
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  const fullPage = query.pageSize ?? 1000;
  let page = query.firstPage ?? fullPage;
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: query.index?.name,
        KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
        ExpressionAttributeValues: { ':pk': query.pk, ':from': query.from, ':to': query.to },
        ConsistentRead: query.index === undefined ? (query.strong ?? false) : undefined,
        ScanIndexForward: !(query.newestFirst ?? false),
        Limit: Math.min(left, page),
        ExclusiveStartKey: start,
      }),
    );
    for (const row of Items ?? []) {
      yield decode(row as Row);
      left -= 1;
      if (left <= 0) return;
    }
    start = LastEvaluatedKey;
    page = Math.min(fullPage, page * 4);
  } while (start !== undefined);
}

/** The first `limit` rows that satisfy a predicate. */
export async function collect<T>(
  rows: AsyncIterable<T>,
  limit: number,
  passes: (row: T) => boolean = () => true,
): Promise<T[]> {
  const found: T[] = [];
  if (limit <= 0) return found;
  for await (const row of rows) {
    if (!passes(row)) continue;
    found.push(row);
    if (found.length >= limit) break;
  }
  return found;
}
