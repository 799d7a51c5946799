import { findOutbox } from '../../../shared/data/entities/outbox.ts';
import { claimOutbox, markSent } from '../../../shared/data/entities/outbox-claim.ts';
import { theTable } from '../../../shared/runtime/clients.ts';
import { mailPlace } from '../../../shared/runtime/issue-code.ts';
import { theKeyring } from '../../../shared/runtime/keyring.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { PURPOSE_TAG } from '../../../shared/runtime/mail-out/tags.ts';
import { codeMail } from './code-mail.ts';
import { sendByStage } from './stage-provider.ts';

/**
 * Mails a code to a person. Only a crash between SES's answer and our note can send a second mail: the same code,
 * which counts once.
 */
export async function sendCode(job: { organizationId: string; outboxId: string }): Promise<void> {
  const table = theTable();
  const entry = await findOutbox(table, job.organizationId, job.outboxId);
  if (entry === undefined || entry.kind !== 'code_mail') {
    logger.error('a mail job without its outbox entry', { outbox_id: job.outboxId });
    return;
  }
  if (entry.sentAt !== undefined) return;
  if (!(await claimOutbox(table, entry, Date.now()))) throw new Error('the mail is being sent by another');

  const code = (await theKeyring()).open('code-mail', mailPlace(entry), entry.sealedCode);
  const providerMessageId = await sendByStage(await codeMail(entry, code.reveal()), { [PURPOSE_TAG]: 'code' });
  await markSent(table, entry, providerMessageId, Date.now());
}
