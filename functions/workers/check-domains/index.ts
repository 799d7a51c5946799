import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { processMessages } from '../../../shared/runtime/sqs-batch.ts';
import { checkDomain } from './check-domain.ts';
import { releaseIdentity } from './release-identity.ts';

const jobSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('check'), organizationId: z.string(), domainId: z.string() }),
  z.strictObject({ kind: z.literal('release'), domain: z.string() }),
]);

/**
 * Works on mail domains: makes them known to SES, looks whether their owners have set the records, and lets SES forget
 * them. Each job looks at how things are and does what is missing, so one that comes twice changes nothing.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  // One after the other: SES takes about one such call a second from an account.
  processMessages(event, context, jobSchema, processRecord, { processInParallel: false });

async function processRecord(job: z.output<typeof jobSchema>): Promise<void> {
  if (job.kind === 'release') await releaseIdentity(job.domain);
  else await checkDomain({ organizationId: job.organizationId, domainId: job.domainId }, Date.now());
}
