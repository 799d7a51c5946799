import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { logger } from './log.ts';

/**
 * Works through a batch of queue messages, side by side unless told otherwise. A message whose work fails goes back to
 * the queue, and to the dead-letter queue when it fails too often; the others are done.
 */
export function processMessages<S extends z.ZodType>(
  event: SQSEvent,
  context: Context,
  schema: S,
  work: (body: z.output<S>, record: SQSRecord) => Promise<void>,
  options: { processInParallel: boolean } = { processInParallel: true },
): Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const handleRecord = async (record: SQSRecord) => {
    try {
      await work(schema.parse(JSON.parse(record.body)), record);
    } catch (error) {
      logger.error('message failed', { message_id: record.messageId, error: error as Error });
      throw error;
    }
  };
  return processPartialResponse(event, handleRecord, processor, {
    context,
    throwOnFullBatchFailure: false,
    ...options,
  });
}
