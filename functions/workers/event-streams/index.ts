import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { publishMetrics } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import { closeConnection } from '#shared/services/connections/close-connection.ts';
import { pushStream } from './push-stream.ts';

/**
 * Sends event streams what is new in the log. A job only says that there may be news: the worker reads the log from
 * where the stream is, so a job that is lost, late or repeated changes nothing in what a client receives.
 *
 * See: docs/decisions/0024-event-streams.md.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    return await processMessages(event, context, {
      queue: 'event-streams',
      schema: JOB_SCHEMAS['event-streams'],
      handle: (job) => ('kind' in job ? closeConnection(getTable(), job.connectionId, 'deleted') : pushStream(job)),
    });
  } finally {
    publishMetrics();
  }
};
