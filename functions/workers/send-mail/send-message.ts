import type { MessageJob } from '../../../shared/contract/jobs.ts';
import { findMessage, type Message } from '../../../shared/data/entities/message.ts';
import { acquireSendLease, releaseSending } from '../../../shared/data/entities/send-lease.ts';
import type { MailOutcome } from '../../../shared/domain/mail/outcome.ts';
import { nextSendDelay } from '../../../shared/domain/mail/send-schedule.ts';
import { SECOND } from '../../../shared/domain/time.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { count, logger } from '../../../shared/runtime/log.ts';
import { writeMailFile } from '../../../shared/services/mail-files/mail-store.ts';
import { PermanentSendError, TransientSendError } from '../../../shared/services/outbound-mail/mail-provider.ts';
import { recordDeliveryUpdate } from '../../../shared/services/outbound-mail/record-delivery-update.ts';
import { messageMail } from './message-mail.ts';
import { requeue } from './requeue.ts';
import { resolveProvider } from './resolve-provider.ts';

/**
 * Hands a queued message to its provider and notes how that ended. What the provider may have taken without our
 * hearing of it is tried again only after the lease, in which SES would have told of it.
 */
export async function sendMessage(job: MessageJob): Promise<void> {
  const table = getTable();
  const message = await findMessage(table, job.identityId, job.messageId);
  if (message === undefined || message.organizationId !== job.organizationId) {
    logger.error('a mail job without its message', { message_id: job.messageId });
    return;
  }
  if (message.status !== 'queued' || message.sentAt !== undefined) return;
  const mail = await messageMail(message);
  await writeMailFile(message.rawKey, mail.raw, 'message/rfc822');

  const claim = await acquireSendLease(table, message, { now: Date.now(), leaseMs: leaseMs() });
  if (!claim.claimed) return claim.until === undefined ? undefined : requeue(job, claim.until - Date.now());
  try {
    const provider = await resolveProvider(job);
    const { rejected, ...taken } = await provider.send(mail);
    await recordDeliveryUpdate(table, job, {
      taken,
      outcomes: rejected.map(({ recipient, reason }) => failedOutcome(recipient, reason)),
    });
    count('Mail_sent');
  } catch (error) {
    if (error instanceof PermanentSendError) return giveUp(job, mail.to, error.reason);
    if (!(error instanceof TransientSendError)) throw error;
    await afterTrouble(job, message, mail.to, { trouble: error, attempts: claim.attempts });
  }
}

async function afterTrouble(
  job: MessageJob,
  message: Message,
  recipients: readonly string[],
  { trouble, attempts }: { trouble: TransientSendError; attempts: number },
): Promise<void> {
  const now = Date.now();
  const delay = nextSendDelay({
    attempts,
    age: now - message.createdAt,
    leaseMs: trouble.definitelyNotSent ? 0 : leaseMs(),
  });
  logger.warn('mail not sent', { message_id: job.messageId, attempts, error: trouble });
  count('Mail_retried');
  if (delay === undefined) return giveUp(job, recipients, trouble.message);
  if (trouble.definitelyNotSent) await releaseSending(getTable(), message);
  await requeue(job, delay);
}

/** The message has failed for good: told to its sender as a bounce of each recipient. */
async function giveUp(job: MessageJob, recipients: readonly string[], reason: string): Promise<void> {
  logger.warn('mail given up', { message_id: job.messageId, reason });
  count('Mail_failed');
  await recordDeliveryUpdate(getTable(), job, {
    outcomes: recipients.map((recipient) => failedOutcome(recipient, reason)),
  });
}

function failedOutcome(recipient: string, reason: string): MailOutcome {
  return { kind: 'failed', recipient, detail: { bounce_type: 'rejected', reason }, suppress: false };
}

function leaseMs(): number {
  return readEnv('SENDING_LEASE_SECONDS').SENDING_LEASE_SECONDS * SECOND;
}
