import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { publishMetrics } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import { deliver } from './deliver.ts';
import { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { fanOut } from './fan-out.ts';
import { recover } from './recover.ts';

/**
 * Attempts deliveries, creates those of events with many endpoints, and restarts those of recoveries. Each other job is
 * one attempt: a worker acquires the attempt's lease in the delivery's row before it sends, so a job that arrives twice
 * is one POST.
 *
 * See: docs/architecture.md#a-delivery.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const cache = new DeliveryBatchCache(event.Records.map((record) => record.body));
  try {
    return await processMessages(event, context, {
      queue: 'delivery',
      schema: JOB_SCHEMAS.delivery,
      handle: (job) => {
        if ('kind' in job) return fanOut(job);
        return job.recovers === true ? recover(job) : deliver(job, cache);
      },
    });
  } finally {
    publishMetrics();
  }
};
