import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type DomainJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import { checkDomain } from './check-domain.ts';
import { releaseIdentity } from './release-identity.ts';

/**
 * Checks and releases mail domains: creates them in SES, checks whether their owners have published the DNS records,
 * and deletes them from SES. Each job reads the current state and does what is missing, so a repeated job changes
 * nothing.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  // One job after the other: SES accepts about one such call per second and account.
  processMessages(event, context, {
    queue: 'domain-checks',
    schema: JOB_SCHEMAS['domain-checks'],
    handle: processJob,
    processInParallel: false,
  });

async function processJob(job: DomainJob): Promise<void> {
  if (job.kind === 'release') await releaseIdentity(job.domain);
  else await checkDomain({ organizationId: job.organizationId, domainId: job.domainId }, Date.now());
}
