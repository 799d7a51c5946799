import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { functionNameOf } from '../assembly/aws-identifiers.ts';
import type { Functions } from '../functions/functions.ts';
import { itemFailures } from './item-failures.ts';
import type { MappingDefinition } from './mapping-definition.ts';
import type { StreamRecord } from './stream-shards.ts';

export interface StreamBatchContext {
  readonly definition: MappingDefinition;
  readonly functions: Functions;
  readonly shardId: string;
  /** Stores the position up to which the stream has been processed. */
  checkpoint(sequenceNumber: string): void;
  /** Reports discarded records to an operator. */
  giveUp(notice: unknown): void;
  isStopped(): boolean;
}

/** Pauses between attempts at a failing batch. The first is short, because most failures here are a restart. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/**
 * Passes one batch of a shard to the function until it is processed, or discarded after the retries or the age that the
 * mapping allows. A partial failure moves the checkpoint to the first failed record and retries from there. Bisecting
 * halves a failing batch, so that one bad record is found and the others are not delayed.
 *
 * Source: Lambda developer guide, Using Lambda with DynamoDB (error handling, bisect, partial batch response).
 */
export async function processBatch(records: readonly StreamRecord[], context: StreamBatchContext): Promise<void> {
  const { definition } = context;
  let rest = records;
  let attempt = 0;
  while (rest.length > 0) {
    const aged = rest.filter((record) => isTooOld(record, definition.maxRecordAgeSeconds));
    if (aged.length > 0) {
      settle(aged, context, 'RecordAgeExceeded', attempt);
      rest = rest.slice(aged.length);
      continue;
    }
    const firstFailure = await attemptBatch(rest, context);
    if (context.isStopped()) return;
    if (firstFailure === undefined) {
      checkpointAfter(rest, context);
      return;
    }
    if (firstFailure > 0) {
      checkpointAfter(rest.slice(0, firstFailure), context);
      rest = rest.slice(firstFailure);
    }
    if (definition.bisects && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      await processBatch(rest.slice(0, middle), context);
      if (context.isStopped()) return;
      await processBatch(rest.slice(middle), context);
      return;
    }
    if (definition.maxRetries >= 0 && attempt >= definition.maxRetries) {
      settle(rest, context, 'RetryAttemptsExhausted', attempt + 1);
      return;
    }
    await sleep(Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS));
    if (context.isStopped()) return;
    attempt += 1;
  }
}

/** Index of the first record that failed; `undefined` when all went well. */
async function attemptBatch(
  records: readonly StreamRecord[],
  context: StreamBatchContext,
): Promise<number | undefined> {
  const { definition, functions } = context;
  const created = records.at(-1)?.dynamodb.ApproximateCreationDateTime;
  if (created !== undefined) {
    functions.recorder?.batchRead(functionNameOf(definition.functionName), Date.now() - created * 1000);
  }
  const events = records.map((record) => ({ ...record, eventSourceARN: definition.sourceArn }));
  try {
    const payload = await functions.invoke(definition.functionName, { Records: events });
    if (!definition.reportsItemFailures) return undefined;
    const failed = itemFailures(payload, new Set(records.map(({ dynamodb }) => dynamodb.SequenceNumber)));
    if (failed === 'all') return 0;
    const index = records.findIndex(({ dynamodb }) => failed.has(dynamodb.SequenceNumber));
    return index === -1 ? undefined : index;
  } catch {
    return 0;
  }
}

function isTooOld({ dynamodb }: StreamRecord, maxAgeSeconds: number): boolean {
  const created = dynamodb.ApproximateCreationDateTime;
  return maxAgeSeconds >= 0 && created !== undefined && Date.now() / 1000 - created > maxAgeSeconds;
}

function settle(
  records: readonly StreamRecord[],
  context: StreamBatchContext,
  condition: string,
  attempts: number,
): void {
  context.giveUp(failureNotice(records, context, condition, attempts));
  checkpointAfter(records, context);
}

function checkpointAfter(records: readonly StreamRecord[], context: StreamBatchContext): void {
  const last = records.at(-1)?.dynamodb.SequenceNumber;
  if (last !== undefined) context.checkpoint(last);
}

/** Source: Lambda developer guide, Retaining discarded batches (example invocation record). */
function failureNotice(
  records: readonly StreamRecord[],
  { definition, shardId }: StreamBatchContext,
  condition: string,
  attempts: number,
) {
  const [first, last] = [records[0]?.dynamodb, records.at(-1)?.dynamodb];
  const time = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString();
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: definition.functionName,
      condition,
      approximateInvokeCount: attempts,
    },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.SequenceNumber,
      endSequenceNumber: last?.SequenceNumber,
      approximateArrivalOfFirstRecord: time(first?.ApproximateCreationDateTime),
      approximateArrivalOfLastRecord: time(last?.ApproximateCreationDateTime),
      batchSize: records.length,
      streamArn: definition.sourceArn,
    },
  };
}
