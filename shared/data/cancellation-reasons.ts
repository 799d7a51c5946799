import type { CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** Why a transaction may be canceled although another attempt at it can succeed. `None`: not because of this item. */
const REPEATABLE: readonly string[] = [
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/**
 * The reasons for which a transaction was canceled, one for each of its items in their order; `undefined` if no other
 * attempt can succeed, or if the error names no reason.
 *
 * Source: DynamoDB API reference, TransactWriteItems, Errors.
 */
export function repeatableReasons(error: TransactionCanceledException): readonly CancellationReason[] | undefined {
  const reasons = error.CancellationReasons ?? [];
  const isRepeatable = reasons.length > 0 && reasons.every(({ Code }) => REPEATABLE.includes(Code ?? 'None'));
  return isRepeatable ? reasons : undefined;
}
