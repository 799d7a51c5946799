import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { TABLE } from './table.ts';

/** The primary key of a row. */
export interface Key {
  pk: string;
  sk: string;
}

/** A row as stored: its key and an entity's attributes; times in epoch milliseconds. */
export type Row<T = Record<string, unknown>> = Key & T;

/** The table and how to reach it. Reads are here; writes only through a commit (decision 0002). */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

interface ReadOptions {
  /** Strongly consistent: twice the price, never stale. */
  strong?: boolean;
  signal?: AbortSignal;
}

/** Reads one row, or `undefined`. Expired rows may still be there: whoever reads such rows looks at their time. */
export async function getRow<T>(table: Table, key: Key, options: ReadOptions = {}): Promise<Row<T> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: key.pk, sk: key.sk }, ConsistentRead: options.strong ?? false }),
    options.signal === undefined ? {} : { abortSignal: options.signal },
  );
  return Item as Row<T> | undefined;
}

/** Rounds of asking for what a throttled table left out: some ten seconds. */
const MAX_ROUNDS = 14;

/** Reads many rows by key, in no order; what is missing is left out. */
export async function getRows<T>(table: Table, keys: readonly Key[], options: ReadOptions = {}): Promise<Row<T>[]> {
  const unique = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, { pk: key.pk, sk: key.sk }])).values()];
  const rows: Row<T>[] = [];
  for (let start = 0; start < unique.length; start += 100) {
    let pending = unique.slice(start, start + 100);
    // DynamoDB may answer a part and name the rest (BatchGetItem, UnprocessedKeys): ask again until all is answered.
    for (let round = 0; pending.length > 0; round++) {
      if (round > MAX_ROUNDS) throw new Error('the table answers only a part of what is asked');
      if (round > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(1000, 20 * 2 ** round)));
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({
          RequestItems: { [table.name]: { Keys: pending, ConsistentRead: options.strong ?? false } },
        }),
      );
      rows.push(...((Responses?.[table.name] ?? []) as Row<T>[]));
      pending = (UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[];
    }
  }
  return rows;
}

export interface RangeQuery extends ReadOptions {
  pk: string;
  /** Inclusive bounds of the sort key. */
  from: string;
  to: string;
  newestFirst?: boolean;
  /** The most rows that are wanted. */
  limit?: number;
  /** Rows read at a time; the default suits lists that return most of what they read. */
  pageSize?: number;
  /** Rows read at first, where what is wanted is likely near; each page after it is four times as large. */
  firstPage?: number;
  /** An index instead of the table. */
  index?: { name: string; partitionKey: string; sortKey: string };
}

/**
 * Rows of a range, in order, page by page, until the reader stops. An iterator, so that a caller that filters
 * reads no further than it needs.
 */
export async function* queryRows<T>(table: Table, query: RangeQuery): AsyncGenerator<Row<T>> {
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
      yield row as Row<T>;
      left -= 1;
      if (left <= 0) return;
    }
    start = LastEvaluatedKey;
    page = Math.min(fullPage, page * 4);
  } while (start !== undefined);
}

/** The first `limit` rows that pass. */
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
