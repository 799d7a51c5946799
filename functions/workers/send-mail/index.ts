import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { publishMetrics } from '../../../shared/runtime/log.ts';
import { processMessages } from '../../../shared/runtime/sqs-batch.ts';
import { sendCode } from './send-code.ts';
import { sendMessage } from './send-message.ts';

const jobSchema = z.union([
  z.strictObject({ organizationId: z.string(), outboxId: z.string() }),
  z.strictObject({ organizationId: z.string(), identityId: z.string(), messageId: z.string() }),
]);

/**
 * Sends mail that was committed: agents' messages, and codes to people. Each attempt is noted before the provider is
 * asked, so a job that comes twice is one mail.
 *
 * See: docs/architecture.md#mail-out.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    return await processMessages(event, context, jobSchema, (job) =>
      'outboxId' in job ? sendCode(job) : sendMessage(job),
    );
  } finally {
    publishMetrics();
  }
};
