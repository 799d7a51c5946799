import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { repeatableReasons } from '../cancellation-reasons.ts';
import { type Change, transactItem } from '../change.ts';
import type { Table } from '../table-client.ts';

/**
 * Writes changes in one transaction, without anything that only a commit of an operation needs: times, events and
 * content. Returns false if nothing was written, because a row was not as it was read or another transaction is writing
 * it: the caller has to read again.
 */
export async function transactOnce(table: Table, changes: readonly Change[]): Promise<boolean> {
  const TransactItems = changes.map((change) => transactItem(change, table.name));
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException && repeatableReasons(error) !== undefined) return false;
    throw error;
  }
}
