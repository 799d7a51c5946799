import type { JobOf } from '#shared/contract/jobs.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { enqueue } from '#shared/runtime/queue.ts';

/** Enqueues a job again, as a new message with a delay. */
export async function requeue(job: JobOf<'outbound-mail'>, delayMs: number): Promise<void> {
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(1, Math.ceil(delayMs / SECOND) + 1));
  await enqueue('outbound-mail', job, { group: job.organizationId, delaySeconds });
}
