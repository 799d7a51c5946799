import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { findOutbox } from '../../shared/data/entities/outbox.ts';
import { claimOutbox, markSent } from '../../shared/data/entities/outbox-claim.ts';
import { theTable } from '../../shared/runtime/clients.ts';
import { mailPlace } from '../../shared/runtime/issue-code.ts';
import { theKeyring } from '../../shared/runtime/keyring.ts';
import { logger } from '../../shared/runtime/log.ts';
import { processMessages } from '../../shared/runtime/sqs-batch.ts';
import { codeMail } from './send-mail/code-mail.ts';
import { sendRaw } from './send-mail/send-raw.ts';

const jobSchema = z.strictObject({ organizationId: z.string(), outboxId: z.string() });

/**
 * Sends mail that was committed to the outbox. The attempt is noted on the outbox row before SES is asked, so a
 * message that comes twice is one mail; only a crash between SES's answer and our note can send a second.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  processMessages(event, context, jobSchema, send);

async function send(job: z.output<typeof jobSchema>): Promise<void> {
  const table = theTable();
  const entry = await findOutbox(table, job.organizationId, job.outboxId);
  if (entry === undefined || entry.kind !== 'code_mail') {
    logger.error('a mail job without its outbox entry', { outbox_id: job.outboxId });
    return;
  }
  if (entry.sentAt !== undefined) return;
  if (!(await claimOutbox(table, entry, Date.now()))) throw new Error('the mail is being sent by another');

  const code = (await theKeyring()).open('code-mail', mailPlace(entry), entry.sealedCode);
  const providerMessageId = await sendRaw(await codeMail(entry, code.reveal()));
  await markSent(table, entry, providerMessageId, Date.now());
}
