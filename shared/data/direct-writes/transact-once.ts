import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, transactItem } from '../change.ts';
import type { Table } from '../table-client.ts';

/** Why a transaction may be cancelled although another run of it can succeed. */
const PASSING: readonly string[] = [
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

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
    if (!(error instanceof TransactionCanceledException)) throw error;
    if ((error.CancellationReasons ?? []).every(({ Code }) => PASSING.includes(Code ?? 'None'))) return false;
    throw error;
  }
}
