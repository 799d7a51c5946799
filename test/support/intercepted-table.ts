import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/data/table-client.ts';
import { canceledTransaction } from './canceled-transaction.ts';

type GetResult = { Item?: Record<string, unknown> };

/** The same table, with every read of a single row passed to `answer`, which controls the result and its timing. */
export function withReads(
  table: Table,
  answer: (read: GetCommand, send: () => Promise<GetResult>) => Promise<GetResult>,
): Table {
  const send = (command: GetCommand, options?: object) => {
    const sent = () => table.client.send(command, options) as Promise<GetResult>;
    return command instanceof GetCommand ? answer(command, sent) : sent();
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}

/** The same table. Calls `onQuery` with the partition key of every query and its number of rows, when they arrived. */
export function withQueries(table: Table, onQuery: (pk: string, rows: number) => void): Table {
  const send = async (command: QueryCommand, options?: object) => {
    const result = await table.client.send(command, options);
    const pk = command instanceof QueryCommand && command.input.ExpressionAttributeValues?.[':pk'];
    if (pk) onQuery(String(pk), result.Items?.length ?? 0);
    return result;
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}

/** The same table. Awaits `beforeTransaction` before it sends a transaction. */
export function withTransactions(table: Table, beforeTransaction: () => Promise<void>): Table {
  const send = async (command: TransactWriteCommand, options?: object) => {
    if (command instanceof TransactWriteCommand) await beforeTransaction();
    return table.client.send(command, options);
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}

/** The same table. Its first transaction awaits `meanwhile` and then fails because of a conflict with another one. */
export function withConflict(table: Table, meanwhile: () => Promise<void>): Table {
  let isFirst = true;
  return withTransactions(table, async () => {
    if (!isFirst) return;
    isFirst = false;
    await meanwhile();
    throw canceledTransaction('TransactionConflict');
  });
}

/**
 * The same table. The response to every update of a row is lost, and the client sends the update again, as the SDK does
 * when a connection ends before the response.
 */
export function withLostResponses(table: Table): Table {
  const send = async (command: UpdateCommand, options?: object) => {
    if (command instanceof UpdateCommand) await table.client.send(command, options).catch(() => {});
    return table.client.send(command, options);
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}
