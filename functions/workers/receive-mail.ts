import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { findMailbox, type Mailbox } from '../../shared/data/entities/mailbox.ts';
import { theTable } from '../../shared/runtime/clients.ts';
import { MetricUnit, metrics, publishMetrics } from '../../shared/runtime/log.ts';
import { isSetUpNotice, verdictsOf } from '../../shared/runtime/mail-in/ses-notice.ts';
import { takeIn } from '../../shared/runtime/mail-in/take-in.ts';
import { readMailFile } from '../../shared/runtime/mail-store.ts';
import { processMessages } from '../../shared/runtime/sqs-batch.ts';
import { type Notice, noticeSchema } from './receive-mail/notice.ts';

/**
 * Takes in mail that SES has stored, for each mailbox of its envelope.
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
  const rawKey = notice.receipt.action.objectKey;
  const results = await takeIn({
    providerMessageId: notice.mail.messageId,
    verdicts: verdictsOf(notice),
    rawKey,
    raw: await readMailFile(rawKey),
    envelopeFrom: notice.mail.source,
    mailboxes,
  });
  for (const result of results) metrics.addMetric(`Mail_${result}`, MetricUnit.Count, 1);
}

/** The mailboxes of the envelope's recipients, each once: `ada@` and `ada+tag@` are one. */
async function route(recipients: readonly string[]): Promise<Mailbox[]> {
  const found = await Promise.all(recipients.map((recipient) => findMailbox(theTable(), recipient)));
  const unroutable = found.filter((mailbox) => mailbox === undefined).length;
  if (unroutable > 0) metrics.addMetric('Mail_unroutable', MetricUnit.Count, unroutable);
  const mailboxes = found.filter((mailbox) => mailbox !== undefined);
  return [...new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox])).values()];
}
