import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { logger } from './log.ts';

export interface MessageHandler<S extends z.ZodType> {
  /** The schema of a message's body, which is JSON. */
  schema: S;
  handle: (body: z.output<S>, record: SQSRecord) => Promise<void>;
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
  { schema, handle, processInParallel = true }: MessageHandler<S>,
): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const handleRecord = async (record: SQSRecord) => {
    try {
      await handle(schema.parse(JSON.parse(record.body)), record);
    } catch (error) {
      logger.error('message failed', { message_id: record.messageId, error: error as Error });
      throw error;
    }
  };
  return processPartialResponse(event, handleRecord, processor, {
    context,
    throwOnFullBatchFailure: false,
    processInParallel,
  });
}
