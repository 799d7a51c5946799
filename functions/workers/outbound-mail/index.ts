import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { publishMetrics } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import { sendMessage } from './send-message.ts';
import { sendServiceMail } from './send-service-mail.ts';

/**
 * Sends committed mail: messages of agents, and codes and notices for people. A worker records each attempt before it
 * calls the provider, so a job that arrives twice sends one email.
 *
 * See: docs/architecture.md#mail-out.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    return await processMessages(event, context, {
      queue: 'outbound-mail',
      schema: JOB_SCHEMAS['outbound-mail'],
      handle: (job) => ('outboxId' in job ? sendServiceMail(job) : sendMessage(job)),
    });
  } finally {
    publishMetrics();
  }
};
