import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { parseJson } from '../domain/parse-json.ts';
import { withRequestId } from '../domain/request-scope.ts';
import { logger } from './log.ts';

export interface MessageHandler<S extends z.ZodType> {
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
 * after too many failures. The other messages of the batch are done.
 */
export function processMessages<S extends z.ZodType>(
  event: SQSEvent,
  context: Context,
  { schema, handle, requestIdOf, processInParallel = true }: MessageHandler<S>,
): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const handleRecord = async (record: SQSRecord) => {
    const body: unknown = parseJson(record.body);
    const parsed = schema.safeParse(body);
    const requestId = requestIdOf === undefined ? requestIdOfJob(body) : parsed.data && requestIdOf(parsed.data);
    await withRequestId(requestId, async () => {
      try {
        if (!parsed.success) throw parsed.error;
        await handle(parsed.data, record);
      } catch (error) {
        logger.error('message failed', { message_id: record.messageId, error: error as Error });
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

/** The request that a job names, even if the job is malformed otherwise: then its failure is logged with it. */
function requestIdOfJob(body: unknown): string | undefined {
  const { requestId } = (typeof body === 'object' && body !== null ? body : {}) as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}
