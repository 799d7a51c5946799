import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { publishMetrics } from '../../../shared/runtime/log.ts';
import { processMessages } from '../../../shared/runtime/sqs-batch.ts';
import { deliver } from './deliver.ts';
import { DeliveryBatchCache } from './delivery-batch-cache.ts';

const ticketSchema = z.strictObject({
  organizationId: z.string(),
  deliveryId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  generation: z.int(),
  attempt: z.int(),
  push: z.strictObject({ taskId: z.string(), configId: z.string(), seq: z.int() }).optional(),
});

/**
 * Attempts deliveries. A message is a ticket for one attempt; whoever claims the attempt in the delivery's row
 * makes it, so a message that comes twice is one POST.
 *
 * See: docs/architecture.md#a-delivery.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const cache = new DeliveryBatchCache(event.Records.map((record) => record.body));
  try {
    return await processMessages(event, context, ticketSchema, (ticket) => deliver(ticket, cache));
  } finally {
    publishMetrics();
  }
};
