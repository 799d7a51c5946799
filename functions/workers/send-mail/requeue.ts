import type { SentMail } from '../../../shared/data/entities/sent-mail.ts';
import { SECOND } from '../../../shared/domain/time.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { MAX_QUEUE_DELAY_SECONDS, sendMessages } from '../../../shared/runtime/queue.ts';

/** A code to be mailed: the outbox row that holds it. */
export interface CodeJob {
  organizationId: string;
  outboxId: string;
}

/** Puts a job back on the queue, as a message of its own that waits. */
export async function requeue(job: SentMail | CodeJob, delayMs: number): Promise<void> {
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(1, Math.ceil(delayMs / SECOND) + 1));
  await sendMessages(readEnv('MAIL_QUEUE_URL').MAIL_QUEUE_URL, [
    { body: job, group: job.organizationId, delaySeconds },
  ]);
}
