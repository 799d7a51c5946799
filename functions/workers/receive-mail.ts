import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { findMailbox, type Mailbox } from '../../shared/data/entities/mailbox.ts';
import { theTable } from '../../shared/runtime/clients.ts';
import { logger, MetricUnit, metrics, publishMetrics } from '../../shared/runtime/log.ts';
import { readRawMail, writeMailContent } from '../../shared/runtime/mail-store.ts';
import { processMessages } from '../../shared/runtime/sqs-batch.ts';
import { ingest } from './receive-mail/ingest.ts';
import { isSetUpNotice, type Notice, noticeSchema } from './receive-mail/notice.ts';
import { parseMail } from './receive-mail/parse-mail.ts';

/**
 * Takes in mail that SES has stored: routes it by its envelope, parses it once, and ingests it for each mailbox.
 * A mail that cannot be parsed is ingested all the same, with its raw bytes and a note.
 *
 * Rule: architecture, Mail in; specification, Mail.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    const Records = event.Records.filter((record) => !isSetUpNotice(record.body));
    // One after the other: a batch is often one organization's, and its clock lets one commit through at a time.
    return await processMessages({ Records }, context, noticeSchema, receive, { processInParallel: false });
  } finally {
    publishMetrics();
  }
};

async function receive(notice: Notice): Promise<void> {
  const mailboxes = await route(notice.receipt.recipients);
  if (mailboxes.length === 0) return;

  const mail = await parseMail(await readRawMail(notice.receipt.action.objectKey), notice.mail.source);
  if (mail.problem !== null) {
    metrics.addMetric('MailNotParsed', MetricUnit.Count, 1);
    logger.warn('mail not parsed', { provider_message_id: notice.mail.messageId, reason: mail.problem });
  }
  // One object for all recipients of a mail; its name follows from the mail, so a repeat writes the same again.
  const contentKey = `content/${notice.mail.messageId}.json`;
  await writeMailContent(contentKey, mail.content);
  for (const mailbox of mailboxes) {
    const result = await ingest({ notice, mail, mailbox, contentKey });
    metrics.addMetric(`Mail_${result}`, MetricUnit.Count, 1);
  }
}

/** The mailboxes of the envelope's recipients, each once: `ada@` and `ada+tag@` are one. */
async function route(recipients: readonly string[]): Promise<Mailbox[]> {
  const found = await Promise.all(recipients.map((recipient) => findMailbox(theTable(), recipient)));
  const unroutable = found.filter((mailbox) => mailbox === undefined).length;
  if (unroutable > 0) metrics.addMetric('Mail_unroutable', MetricUnit.Count, unroutable);
  const mailboxes = found.filter((mailbox) => mailbox !== undefined);
  return [...new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox])).values()];
}
