import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import type { WorkQueueName } from '#shared/contract/jobs.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import { RetryLaterError } from '#shared/domain/errors/retry-later-error.ts';
import { withRequestId } from '#shared/domain/http/request-scope.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { processHeartbeat } from './heartbeat.ts';
import { logger } from './log.ts';
import { reportFailure } from './report-failure.ts';

export interface MessageHandler<S extends z.ZodType> {
  /** The queue that the messages are from. Its heartbeats are recorded, and `handle` does not see them. */
  queue: WorkQueueName;
  /** The schema of a message's body, which is JSON. */
  schema: S;
  handle: (body: z.output<S>, record: SQSRecord) => Promise<void>;
  /** The id of the request that caused a message. Default: its `requestId`. */
  requestIdOf?: (body: z.output<S>) => string | undefined;
  /** `false`: one message after the other. Default: all messages of the batch at once. */
  processInParallel?: boolean;
}

/**
 * Processes a batch of queue messages. A message that fails returns to the queue, and moves to the dead-letter queue
 * after too many failures. The other messages of the batch are done. Each failure is counted for the alarm.
 */
export function processMessages<S extends z.ZodType>(
  event: SQSEvent,
  context: Context,
  { queue, schema, handle, requestIdOf, processInParallel = true }: MessageHandler<S>,
): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const handleRecord = async (record: SQSRecord) => {
    const body: unknown = parseJson(record.body);
    if (await processHeartbeat(queue, body)) return;
    const parsed = schema.safeParse(body);
    const requestId = requestIdOf === undefined ? requestIdOfJob(body) : parsed.data && requestIdOf(parsed.data);
    await withRequestId(requestId, async () => {
      try {
        if (!parsed.success) throw parsed.error;
        await handle(parsed.data, record);
      } catch (error) {
        reportUnlessExpected(error, { message_id: record.messageId });
        throw error;
      }
    });
  };
  return processPartialResponse(event, handleRecord, processor, {
    context,
    throwOnFullBatchFailure: false,
    processInParallel,
  });
}

/**
 * Other writers of the same rows, and work that has to wait, return a message to the queue as a failure does. They are
 * part of normal operation, and users can cause them, so they are not counted.
 */
function reportUnlessExpected(error: unknown, fields: { message_id: string }): void {
  if (error instanceof RetryLaterError || error instanceof ContentionError) {
    logger.warn('message postponed', { ...fields, error });
  } else reportFailure('message failed', error, fields);
}

/** The request that a job names, even if the job is malformed otherwise: then its failure is logged with it. */
function requestIdOfJob(body: unknown): string | undefined {
  const { requestId } = (typeof body === 'object' && body !== null ? body : {}) as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}
