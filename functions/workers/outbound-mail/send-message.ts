import { randomUUID } from 'node:crypto';
import type { MessageJob } from '#shared/contract/jobs.ts';
import { rememberCorrespondents } from '#shared/data/direct-writes/correspondents.ts';
import { rememberKnownAddresses } from '#shared/data/direct-writes/known-addresses.ts';
import { acquireSendLease, recordUnsent } from '#shared/data/direct-writes/send-lease.ts';
import { findMessage, type Message, sendableSince } from '#shared/data/entities/mail/message.ts';
import { domainOfAddress } from '#shared/domain/mail/address.ts';
import type { MailOutcome } from '#shared/domain/mail/outcome.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { nextSendDelay } from '#shared/domain/mail/send-schedule.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { mentionedNames, namesInHtml } from '#shared/domain/vouching/mentioned-names.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { count, logger } from '#shared/runtime/log.ts';
import type { MailContent } from '#shared/services/mail-files/mail-store.ts';
import {
  type MailProvider,
  PermanentSendError,
  TransientSendError,
} from '#shared/services/outbound-mail/mail-provider.ts';
import { messageMail, readMessageFiles } from '#shared/services/outbound-mail/message-mail.ts';
import { recordDeliveryUpdate } from '#shared/services/outbound-mail/record-delivery-update.ts';
import { rememberSent } from '#shared/services/vouching/remember-sent.ts';
import { isAsApproved } from './is-as-approved.ts';
import { refusalAfterWait } from './refusal-after-wait.ts';
import { requeue } from './requeue.ts';
import { resolveProvider } from './resolve-provider.ts';
import { sendTime } from './send-time.ts';

/**
 * Sends a queued message through its provider and records the outcome. If the provider may have accepted the message
 * although its response was lost, the next attempt waits for the lease to expire: by then, SES would have reported the
 * mail.
 *
 * A message that waits for a later day is on the queue all the time, as a job with the longest delay, so that the last
 * release sends it after a rollback. Such a job costs no read.
 */
export async function sendMessage(job: MessageJob): Promise<void> {
  if (waits(job.sendsAt)) return requeue(job, job.sendsAt - Date.now());
  const table = getTable();
  const message = await findMessage(table, job.identityId, job.messageId);
  if (message === undefined || message.organizationId !== job.organizationId) {
    logger.error('the message of a mail job does not exist', { message_id: job.messageId });
    return;
  }
  if (message.status !== 'queued' || message.sentAt !== undefined) return;
  const sendsAt = await sendTime(message, Date.now());
  if (sendsAt === undefined) return;
  if (waits(sendsAt)) return requeue({ ...job, sendsAt }, sendsAt - Date.now());
  const refused = await refusalAfterWait(message);
  if (refused !== undefined) return recordRefused(job, message, refused);
  const files = await readMessageFiles(message);
  const mail = await messageMail(message, files);
  if (!isAsApproved(message, files)) return giveUp(job, mail.to, NOT_AS_APPROVED);

  const acquired = await acquireSendLease(table, message, { id: randomUUID(), now: Date.now(), leaseMs: leaseMs() });
  if (!acquired.acquired) return acquired.until === undefined ? undefined : requeue(job, acquired.until - Date.now());
  let provider: MailProvider | undefined;
  try {
    provider = await resolveProvider(job);
    const { rejected, ...receipt } = await provider.send(mail);
    await recordDeliveryUpdate(table, job, {
      receipt,
      outcomes: rejected.map(({ recipient, reason }) => failedOutcome(recipient, reason)),
    });
    await Promise.all([rememberRecipients(message), rememberNames(message, files.content)]);
    count('Mail_sent');
    logger.info('mail sent', { message_id: job.messageId, provider_message_id: receipt.providerMessageId });
  } catch (error) {
    if (error instanceof PermanentSendError) return giveUp(job, mail.to, error.reason);
    if (!(error instanceof TransientSendError)) throw error;
    await retryOrGiveUp(job, message, mail.to, { error, attempts: acquired.attempts, provider });
  }
}

/** Whether a message waits for this time. None does in a stage that does not limit new domains (any more). */
function waits(sendsAt: number | undefined): sendsAt is number {
  return readEnv('DOMAIN_RAMP').DOMAIN_RAMP !== undefined && sendsAt !== undefined && sendsAt > Date.now();
}

const NOT_AS_APPROVED = 'The message is not what was approved.';

/**
 * Records the recipients as correspondents, and the sender, who may write to other agents of the organization. The
 * message is sent whether that succeeds or not.
 */
async function rememberRecipients(message: Message): Promise<void> {
  const { organizationId, from } = message;
  const addresses = [...from, ...allRecipients(message)].map(({ address }) => address);
  const own = from.map(({ address }) => domainOfAddress(address));
  try {
    await Promise.all([
      rememberCorrespondents(getTable(), { organizationId, addresses, standing: 'trusted', own }),
      rememberKnownAddresses(getTable(), organizationId, addresses),
    ]);
  } catch (error) {
    logger.warn('correspondents not recorded', { error });
  }
}

/**
 * Records the recipients and what the message says as known to its agent. The message is sent whether that succeeds or
 * not.
 *
 * See: docs/contract/vouching.md#who-vouches.
 */
async function rememberNames(message: Message, { text, html }: MailContent): Promise<void> {
  try {
    const recipients = allRecipients(message).map(({ address }) => address);
    const said = [...mentionedNames(text ?? '').values(), ...namesInHtml(html ?? '').values()];
    const by = message.approvedHash !== undefined ? 'approver' : message.isByPerson === true ? 'person' : 'agent';
    await rememberSent(getTable(), message.identityId, { recipients, said, by }, Date.now());
  } catch (error) {
    logger.warn('mentions not recorded', { error });
  }
}

/** Requeues the message, or gives it up after its last attempt. */
async function retryOrGiveUp(
  job: MessageJob,
  message: Message,
  recipients: readonly string[],
  { error, attempts, provider }: { error: TransientSendError; attempts: number; provider: MailProvider | undefined },
): Promise<void> {
  const now = Date.now();
  const delay = nextSendDelay({
    attempts,
    age: now - sendableSince(message),
    leaseMs: error.definitelyNotSent ? 0 : leaseMs(),
  });
  logger.warn('mail not sent', { message_id: job.messageId, attempts, error });
  count('Mail_retried');
  if (delay === undefined) return giveUp(job, recipients, error.message);
  await recordUnsent(getTable(), message, {
    definitelyNotSent: error.definitelyNotSent,
    waitsForStage: provider?.isStage === true,
    detail: waitingDetail(error, provider),
    now,
  });
  await requeue(job, delay);
}

/** Why the message is still queued, as its sender reads it. */
function waitingDetail({ reason }: TransientSendError, provider: MailProvider | undefined): string {
  const by = provider?.accountId === undefined ? '' : ` by the provider account ${provider.accountId}`;
  return `Not sent yet${by}; retrying: ${reason}`.slice(0, 1000).toWellFormed();
}

/** Records that the service refuses the message. That is no failure of a provider, so no alarm reads it. */
async function recordRefused(job: MessageJob, message: Message, reason: string): Promise<void> {
  logger.info('mail refused after a wait', { message_id: job.messageId, reason });
  const recipients = allRecipients(message).map(({ address }) => address);
  await recordFailed(job, recipients, reason);
}

/** Gives up a message that failed permanently. */
async function giveUp(job: MessageJob, recipients: readonly string[], reason: string): Promise<void> {
  logger.warn('mail failed permanently', { message_id: job.messageId, reason });
  count('Mail_failed');
  await recordFailed(job, recipients, reason);
}

/** Records that the message has failed, as a failure of each recipient. */
async function recordFailed(job: MessageJob, recipients: readonly string[], reason: string): Promise<void> {
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
