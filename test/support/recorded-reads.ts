import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/data/table-client.ts';

/** A read as it was sent, and the number of rows that it returned: 0 until then. */
export interface RecordedRead {
  /** `undefined` for an index, which has no strongly consistent reads. */
  readonly strong: boolean | undefined;
  /** The maximum number of rows of a query. */
  readonly limit: number | undefined;
  rows: number;
}

/**
 * The same table, and the reads that were sent to it: no engine of the tests returns old rows to those that may.
 *
 * Reads that are sent at the same time end in any order, so `reads` has them in the order in which they were sent.
 */
export function recordedReads(table: Table): { table: Table; reads: readonly Readonly<RecordedRead>[] } {
  const reads: RecordedRead[] = [];
  const send = async (command: never, options?: object) => {
    const read = readOf(command);
    if (read !== undefined) reads.push(read);
    const result: object = await table.client.send(command, options);
    if (read !== undefined) read.rows = rowsOf(result);
    return result;
  };
  return { table: { ...table, client: { send } as unknown as Table['client'] }, reads };
}

function readOf(command: object): RecordedRead | undefined {
  if (command instanceof GetCommand) return { strong: command.input.ConsistentRead, limit: undefined, rows: 0 };
  if (command instanceof QueryCommand) {
    const { ConsistentRead, Limit } = command.input;
    return { strong: ConsistentRead, limit: Limit, rows: 0 };
  }
  if (!(command instanceof BatchGetCommand)) return undefined;
  const [keys] = Object.values(command.input.RequestItems ?? {});
  return { strong: keys?.ConsistentRead, limit: undefined, rows: 0 };
}

function rowsOf(result: { Item?: object; Items?: object[]; Responses?: Record<string, object[]> }): number {
  if (result.Responses !== undefined) return Object.values(result.Responses).flat().length;
  return result.Items?.length ?? (result.Item === undefined ? 0 : 1);
}

/** Runs a read of `table`, and returns whether each of its reads was strongly consistent. */
export async function strengthOf(
  table: Table,
  read: (table: Table) => Promise<unknown> | AsyncIterable<unknown>,
): Promise<(boolean | undefined)[]> {
  const recorded = recordedReads(table);
  const result = read(recorded.table);
  await (Symbol.asyncIterator in result ? Array.fromAsync(result) : result);
  return recorded.reads.map(({ strong }) => strong);
}

/** The same table. Reads that may return old rows leave out those with these sort keys, as just after their writes. */
export function withoutNewRows(table: Table, newRows: readonly string[]): Table {
  const send = async (command: QueryCommand, options?: object) => {
    const result = await table.client.send(command, options);
    if (!(command instanceof QueryCommand) || command.input.ConsistentRead === true) return result;
    return { ...result, Items: result.Items?.filter(({ sk }) => !newRows.includes(sk)) };
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}
