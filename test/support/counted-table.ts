import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/data/table-client.ts';

/** The same table, and how often it was read and written since the last `reset`. */
export function countedTable(table: Table) {
  const calls = { reads: 0, writes: 0 };
  const send = (command: never) => {
    const isRead = [GetCommand, BatchGetCommand, QueryCommand].some((kind) => (command as object) instanceof kind);
    calls[isRead ? 'reads' : 'writes'] += 1;
    return table.client.send(command);
  };
  const counted: Table = { ...table, client: { send } as unknown as Table['client'] };
  const reset = () => Object.assign(calls, { reads: 0, writes: 0 });
  return { table: counted, calls, reset };
}
