import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { publishMetrics } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import { deliver } from './deliver.ts';
import { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { fanOut } from './fan-out.ts';

/**
 * Attempts deliveries, and creates those of events with many endpoints. Each other job is one attempt: a worker
 * acquires the attempt's lease in the delivery's row before it sends, so a job that arrives twice is one POST.
 *
 * See: docs/architecture.md#a-delivery.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const cache = new DeliveryBatchCache(event.Records.map((record) => record.body));
  try {
    return await processMessages(event, context, {
      queue: 'delivery',
      schema: JOB_SCHEMAS.delivery,
      handle: (job) => ('kind' in job ? fanOut(job) : deliver(job, cache)),
    });
  } finally {
    publishMetrics();
  }
};
