import { expect, test } from 'vitest';
import type { Functions } from '#local/functions/functions.ts';
import type { MappingDefinition } from '#local/sources/mapping-definition.ts';
import { processBatch } from '#local/sources/stream-batch.ts';
import type { StreamRecord } from '#local/sources/stream-shards.ts';

const NOW = Date.now() / 1000;

const record = (sequenceNumber: string, created = NOW): StreamRecord => ({
  eventID: sequenceNumber,
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: sequenceNumber, ApproximateCreationDateTime: created },
});

async function run(
  records: readonly StreamRecord[],
  handle: (sequenceNumbers: readonly string[]) => unknown,
  mapping: Partial<MappingDefinition> = {},
) {
  const calls: string[][] = [];
  const checkpoints: string[] = [];
  const givenUp: { requestContext: { condition: string }; DDBStreamBatchInfo: { startSequenceNumber: string } }[] = [];
  await processBatch(records, {
    definition: {
      id: 'm',
      functionName: 'f',
      sourceArn: 'stream',
      batchSize: 100,
      windowSeconds: 0,
      filters: [],
      reportsItemFailures: true,
      bisects: true,
      maxRetries: 1,
      maxRecordAgeSeconds: 60,
      onFailureArn: undefined,
      maxConcurrency: undefined,
      ...mapping,
    },
    functions: {
      invoke: async (_name: string, event: { Records: StreamRecord[] }) => {
        const numbers = event.Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
        calls.push(numbers);
        return JSON.stringify(handle(numbers) ?? null);
      },
    } as unknown as Functions,
    shardId: 's',
    checkpoint: (sequenceNumber) => checkpoints.push(sequenceNumber),
    giveUp: (notice) => givenUp.push(notice as never),
    isStopped: () => false,
  });
  return { calls, checkpoints, givenUp };
}

test('A successful batch moves the checkpoint past its end', async () => {
  expect(await run([record('1'), record('2')], () => null)).toEqual({
    calls: [['1', '2']],
    checkpoints: ['2'],
    givenUp: [],
  });
});

test('After a partial failure the next batch begins at the first failed record', async () => {
  let failed = false;
  const { calls, checkpoints } = await run([record('1'), record('2'), record('3')], () => {
    if (failed) return null;
    failed = true;
    return { batchItemFailures: [{ itemIdentifier: '3' }, { itemIdentifier: '2' }] };
  });
  expect(calls).toEqual([['1', '2', '3'], ['2'], ['3']]);
  expect(checkpoints).toEqual(['1', '2', '3']);
});

test('Bisecting isolates the poison record, and only that one is dropped', async () => {
  const { checkpoints, givenUp } = await run(
    ['1', '2', '3', '4'].map((n) => record(n)),
    (numbers) => {
      if (numbers.includes('3')) throw new Error('poison');
    },
  );
  expect(checkpoints.at(-1)).toBe('4');
  expect(givenUp).toHaveLength(1);
  expect(givenUp[0]).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: { startSequenceNumber: '3', endSequenceNumber: '3', batchSize: 1 },
  });
});

test('A record that is too old is dropped without a call', async () => {
  const { calls, givenUp } = await run([record('1', NOW - 120), record('2')], () => null);
  expect(calls).toEqual([['2']]);
  expect(givenUp).toMatchObject([{ requestContext: { condition: 'RecordAgeExceeded' } }]);
});
