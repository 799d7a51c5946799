import { randomUUID } from 'node:crypto';
import type { ServiceMailJob } from '#shared/contract/jobs.ts';
import {
  acquireOutboxLease,
  giveUpOutbox,
  recordOutboxSent,
  releaseOutboxLease,
} from '#shared/data/direct-writes/outbox-lease.ts';
import { findOutbox, type OutboxRow } from '#shared/data/entities/log/outbox.ts';
import { APPROVAL_CODE_MS } from '#shared/domain/approval/approval-link.ts';
import { RetryLaterError } from '#shared/domain/errors/retry-later-error.ts';
import { nextSendDelay } from '#shared/domain/mail/send-schedule.ts';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { openApprovalSecrets } from '#shared/services/codes/approval-secrets.ts';
import { mailContext } from '#shared/services/codes/issue-code.ts';
import { classifySesError } from '#shared/services/outbound-mail/classify-ses-error.ts';
import { TransientSendError } from '#shared/services/outbound-mail/mail-provider.ts';
import { PURPOSE_TAG } from '#shared/services/outbound-mail/tags.ts';
import { approvalMailText } from './approval-mail-text.ts';
import { textOf } from './code-mail-text.ts';
import { noticeText } from './notice-text.ts';
import { requeue } from './requeue.ts';
import { type MailText, serviceMail } from './service-mail.ts';
import { sendViaStageSes, serviceSender } from './stage-provider.ts';

/** How long after it was requested a notice may be sent. */
const NOTICE_MS = DAY;

/** An email of the service itself, as an outbox entry holds it. */
interface ServiceMail {
  readonly purpose: 'code' | 'notice';
  readonly to: string;
  /** How long after it was requested the email may be sent. */
  readonly validMs: number;
  text(): Promise<MailText>;
}

/** The email that an outbox entry holds, if it holds one. */
function serviceMailOf(entry: OutboxRow): ServiceMail | undefined {
  if (entry.kind === 'code_mail') {
    const text = async () => {
      const code = await (await getKeyring()).open('code-mail', mailContext(entry), entry.sealedCode);
      return textOf(entry, code.reveal());
    };
    return { purpose: 'code', to: entry.to, validMs: entry.minutes * MINUTE, text };
  }
  if (entry.kind !== 'noop') return undefined;
  const { notice, approvalNotice, sealedCode } = entry;
  if (approvalNotice !== undefined) {
    const text = async () => {
      const secrets = await openApprovalSecrets(await getKeyring(), entry, sealedCode ?? '');
      return approvalMailText(approvalNotice, secrets);
    };
    return { purpose: 'notice', to: approvalNotice.to, validMs: APPROVAL_CODE_MS, text };
  }
  if (notice === undefined) return undefined;
  return { purpose: 'notice', to: notice.to, validMs: NOTICE_MS, text: async () => noticeText(notice) };
}

/**
 * Emails a code or a notice to a person. Only a crash between SES's response and our record of it can send a second
 * email, with the same text. A person waits for a code, so a throttled mail is retried after seconds, and not after the
 * queue's visibility timeout.
 */
export async function sendServiceMail(job: ServiceMailJob): Promise<void> {
  const table = getTable();
  const entry = await findOutbox(table, job.organizationId, job.outboxId);
  const held = entry && serviceMailOf(entry);
  if (entry === undefined || held === undefined) {
    logger.error('the outbox entry of a mail job does not exist', { outbox_id: job.outboxId });
    return;
  }
  if (entry.sentAt !== undefined) return;
  if (!(await acquireOutboxLease(table, entry, { id: randomUUID(), now: Date.now() })))
    throw new RetryLaterError('the mail is being sent by another worker');

  const mail = await serviceMail(held.to, await held.text());
  const tags = { [PURPOSE_TAG]: held.purpose };
  const providerMessageId = await sendViaStageSes(mail, tags, serviceSender()).catch((error: unknown) =>
    retryOrThrow(job, entry, held, error),
  );
  if (providerMessageId === undefined) return;
  await recordOutboxSent(table, entry, providerMessageId, Date.now());
  logger.info(`${held.purpose} sent`, { outbox_id: job.outboxId, provider_message_id: providerMessageId });
}

/**
 * Requeues the mail if SES definitely did not accept it and it will still be valid. Otherwise throws the error.
 */
async function retryOrThrow(
  job: ServiceMailJob,
  entry: OutboxRow,
  { purpose, validMs }: ServiceMail,
  error: unknown,
): Promise<undefined> {
  const sendError = classifySesError(error);
  if (!(sendError instanceof TransientSendError && sendError.definitelyNotSent)) throw error;
  const age = Date.now() - entry.createdAt;
  const delay = nextSendDelay({ attempts: (entry.attempts ?? 0) + 1, age, leaseMs: 0 });
  if (delay === undefined || age + delay > validMs) {
    await giveUpOutbox(getTable(), entry);
    throw error;
  }
  logger.warn(`${purpose} not sent`, { outbox_id: job.outboxId, error: sendError });
  await releaseOutboxLease(getTable(), entry);
  await requeue(job, delay);
}
