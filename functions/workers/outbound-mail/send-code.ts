import { randomUUID } from 'node:crypto';
import type { CodeMailJob } from '#shared/contract/jobs.ts';
import {
  acquireOutboxLease,
  giveUpOutbox,
  recordOutboxSent,
  releaseOutboxLease,
} from '#shared/data/direct-writes/outbox-lease.ts';
import { findOutbox, type OutboxRow } from '#shared/data/entities/outbox.ts';
import { nextSendDelay } from '#shared/domain/mail/send-schedule.ts';
import { RetryLaterError } from '#shared/domain/retry-later-error.ts';
import { MINUTE } from '#shared/domain/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { mailContext } from '#shared/services/codes/issue-code.ts';
import { classifySesError } from '#shared/services/outbound-mail/classify-ses-error.ts';
import { TransientSendError } from '#shared/services/outbound-mail/mail-provider.ts';
import { PURPOSE_TAG } from '#shared/services/outbound-mail/tags.ts';
import { codeMail } from './code-mail.ts';
import { requeue } from './requeue.ts';
import { codeSender, sendViaStageSes } from './stage-provider.ts';

/**
 * Emails a code to a person. Only a crash between SES's response and our record of it can send a second email, with the
 * same code. The person is waiting, so a throttled mail is retried after seconds, and not after the queue's visibility
 * timeout.
 */
export async function sendCode(job: CodeMailJob): Promise<void> {
  const table = getTable();
  const entry = await findOutbox(table, job.organizationId, job.outboxId);
  if (entry === undefined || entry.kind !== 'code_mail') {
    logger.error('the outbox entry of a mail job does not exist', { outbox_id: job.outboxId });
    return;
  }
  if (entry.sentAt !== undefined) return;
  if (!(await acquireOutboxLease(table, entry, { id: randomUUID(), now: Date.now() })))
    throw new RetryLaterError('the mail is being sent by another worker');

  const code = await (await getKeyring()).open('code-mail', mailContext(entry), entry.sealedCode);
  const mail = await codeMail(entry, code.reveal());
  const providerMessageId = await sendViaStageSes(mail, { [PURPOSE_TAG]: 'code' }, codeSender()).catch(
    (error: unknown) => retryOrThrow(job, entry, error),
  );
  if (providerMessageId === undefined) return;
  await recordOutboxSent(table, entry, providerMessageId, Date.now());
  logger.info('code sent', { outbox_id: job.outboxId, provider_message_id: providerMessageId });
}

/**
 * Requeues the mail if SES definitely did not accept it and the code will still be valid. Otherwise throws the error.
 */
async function retryOrThrow(
  job: CodeMailJob,
  entry: OutboxRow & { kind: 'code_mail' },
  error: unknown,
): Promise<undefined> {
  const sendError = classifySesError(error);
  if (!(sendError instanceof TransientSendError && sendError.definitelyNotSent)) throw error;
  const age = Date.now() - entry.createdAt;
  const delay = nextSendDelay({ attempts: (entry.attempts ?? 0) + 1, age, leaseMs: 0 });
  if (delay === undefined || age + delay > entry.minutes * MINUTE) {
    await giveUpOutbox(getTable(), entry);
    throw error;
  }
  logger.warn('code not sent', { outbox_id: job.outboxId, error: sendError });
  await releaseOutboxLease(getTable(), entry);
  await requeue(job, delay);
}
