import type { CodeMailJob } from '../../../shared/contract/jobs.ts';
import { findOutbox, type OutboxRow } from '../../../shared/data/entities/outbox.ts';
import { claimOutbox, markSent, releaseOutbox } from '../../../shared/data/entities/outbox-lease.ts';
import { nextSendDelay } from '../../../shared/domain/mail/send-schedule.ts';
import { MINUTE } from '../../../shared/domain/time.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { getKeyring } from '../../../shared/runtime/keyring.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { mailContext } from '../../../shared/services/codes/issue-code.ts';
import { classifySesError } from '../../../shared/services/outbound-mail/classify-ses-error.ts';
import { TransientSendError } from '../../../shared/services/outbound-mail/mail-provider.ts';
import { PURPOSE_TAG } from '../../../shared/services/outbound-mail/tags.ts';
import { codeMail } from './code-mail.ts';
import { requeue } from './requeue.ts';
import { sendViaStageSes } from './stage-provider.ts';

/**
 * Mails a code to a person. Only a crash between SES's answer and our note can send a second mail: the same code,
 * which counts once. A person waits for it, and not for long: what SES throttles is tried again in seconds, not after
 * the queue's visibility time-out.
 */
export async function sendCode(job: CodeMailJob): Promise<void> {
  const table = getTable();
  const entry = await findOutbox(table, job.organizationId, job.outboxId);
  if (entry === undefined || entry.kind !== 'code_mail') {
    logger.error('a mail job without its outbox entry', { outbox_id: job.outboxId });
    return;
  }
  if (entry.sentAt !== undefined) return;
  if (!(await claimOutbox(table, entry, Date.now()))) throw new Error('the mail is being sent by another');

  const code = (await getKeyring()).open('code-mail', mailContext(entry), entry.sealedCode);
  const mail = await codeMail(entry, code.reveal());
  const providerMessageId = await sendViaStageSes(mail, { [PURPOSE_TAG]: 'code' }).catch((error: unknown) =>
    afterTrouble(job, entry, error),
  );
  if (providerMessageId !== undefined) await markSent(table, entry, providerMessageId, Date.now());
}

/** Has the mail tried again soon where SES certainly did not take it. A code that comes when it is void is none. */
async function afterTrouble(
  job: CodeMailJob,
  entry: OutboxRow & { kind: 'code_mail' },
  error: unknown,
): Promise<undefined> {
  const verdict = classifySesError(error);
  if (!(verdict instanceof TransientSendError && verdict.definitelyNotSent)) throw error;
  const age = Date.now() - entry.createdAt;
  const delay = nextSendDelay({ attempts: (entry.attempts ?? 0) + 1, age, leaseMs: 0 });
  if (delay === undefined || age + delay > entry.minutes * MINUTE) throw error;
  logger.warn('code not sent', { outbox_id: job.outboxId, error: verdict });
  await releaseOutbox(getTable(), entry);
  await requeue(job, delay);
}
