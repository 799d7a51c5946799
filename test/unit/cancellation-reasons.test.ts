import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { repeatableReasons } from '#shared/data/cancellation-reasons.ts';

function canceled(...codes: readonly (string | undefined)[]): TransactionCanceledException {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return new TransactionCanceledException({ message: 'canceled', $metadata: {}, CancellationReasons });
}

test('A transaction that was canceled by a condition, by other writers or by throttling is worth another attempt', () => {
  for (const code of [
    'ConditionalCheckFailed',
    'TransactionConflict',
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
  ]) {
    expect(repeatableReasons(canceled('None', code, undefined)), code).toHaveLength(3);
  }
});

test('A transaction that was canceled for another reason, or for none, is not', () => {
  expect(repeatableReasons(canceled('TransactionConflict', 'ValidationError'))).toBeUndefined();
  expect(repeatableReasons(canceled())).toBeUndefined();
  expect(repeatableReasons(new TransactionCanceledException({ message: 'canceled', $metadata: {} }))).toBeUndefined();
});
