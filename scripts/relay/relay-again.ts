import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Row } from '#shared/data/table-client.ts';

/** The relay: the deployed function, or its handler in a test. */
export type InvokeRelay = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

const BATCH_SIZE = 100;
const MAX_ATTEMPTS = 3;

/** Passes rows to the relay as the stream did at their commit. Returns those that it did not relay. */
export async function relayAgain(rows: readonly Row[], invoke: InvokeRelay): Promise<Row[]> {
  const failed: Row[] = [];
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    failed.push(...(await relayBatch(rows.slice(start, start + BATCH_SIZE), invoke)));
  }
  return failed;
}

/** Continues from the first record that failed, as a stream does. */
async function relayBatch(batch: readonly Row[], invoke: InvokeRelay): Promise<readonly Row[]> {
  let rest = batch;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && rest.length > 0; attempt++) {
    const { batchItemFailures } = await invoke({ Records: rest.map(toStreamRecord) });
    const [failure] = batchItemFailures;
    if (failure === undefined) return [];
    rest = rest.slice(Number(failure.itemIdentifier));
  }
  return rest;
}

function toStreamRecord(row: Row, index: number): DynamoDBRecord {
  return {
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      SequenceNumber: String(index),
      Keys: { pk: { S: row.pk }, sk: { S: row.sk } },
      // The types of a stream record and of the SDK differ, their attribute values do not.
      NewImage: marshall(row) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'],
    },
  };
}
