import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** The error of a transaction that the engine cancels for one reason, such as `TransactionConflict`. */
export function canceledTransaction(reason: string): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'canceled',
    $metadata: {},
    CancellationReasons: [{ Code: reason }],
  });
}
