import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { findMailbox, type Mailbox } from '../../../shared/data/entities/mailbox.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { Limiter } from '../../../shared/runtime/limiter.ts';
import { count, publishMetrics } from '../../../shared/runtime/log.ts';
import { processMessages } from '../../../shared/runtime/sqs-batch.ts';
import type { ParsedMail } from '../../../shared/services/inbound-mail/parsed-mail.ts';
import { isSetupNotification, verdictsOf } from '../../../shared/services/inbound-mail/received-notification.ts';
import { storeAndIngest } from '../../../shared/services/inbound-mail/store-and-ingest.ts';
import { readMailFile } from '../../../shared/services/mail-files/mail-store.ts';
import { getMailReader } from '../../../shared/services/mail-reader/mail-reader.ts';
import { noticeSchema, type ReceivedMailNotification } from './received-mail-notification.ts';

/** Milliseconds for which the other mails of a batch wait for one that takes long to read. */
const MAX_HOLD_UP_MS = 500;

/**
 * Takes in mail that SES has stored, for each mailbox of its envelope.
 *
 * See: docs/architecture.md; docs/contract/mail.md#inbound-mail.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    const Records = event.Records.filter((record) => !isSetupNotification(record.body));
    // One after the other: a batch is often one organization's, and its clock lets one commit through at a time.
    const turns = new Limiter(1);
    return await processMessages({ Records }, context, {
      schema: noticeSchema,
      handle: (notice) => receive(notice, turns),
    });
  } finally {
    publishMetrics();
  }
};

/** A mail that takes long to read gives up its turn, and takes another when it has been read. */
async function receive(notice: ReceivedMailNotification, turns: Limiter): Promise<void> {
  const unfinished = await turns.run(async () => {
    const mailboxes = await route(notice.receipt.recipients);
    if (mailboxes.length === 0) return undefined;
    const reading = read(notice);
    const mail = await within(reading, MAX_HOLD_UP_MS);
    if (mail === undefined) return { reading, mailboxes };
    await store(notice, mail, mailboxes);
    return undefined;
  });
  if (unfinished === undefined) return;
  const mail = await unfinished.reading;
  await turns.run(() => store(notice, mail, unfinished.mailboxes));
}

async function read({ mail, receipt }: ReceivedMailNotification): Promise<ParsedMail> {
  return getMailReader().readMail(await readMailFile(receipt.action.objectKey), mail.source);
}

async function store(notice: ReceivedMailNotification, mail: ParsedMail, mailboxes: readonly Mailbox[]): Promise<void> {
  const results = await storeAndIngest({
    providerMessageId: notice.mail.messageId,
    verdicts: verdictsOf(notice),
    rawKey: notice.receipt.action.objectKey,
    mail,
    mailboxes,
  });
  for (const result of results) count(`Mail_${result}`);
}

/** What a promise is fulfilled with, or `undefined` where that takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: overdue, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

/** The mailboxes of the envelope's recipients, each once: `ada@` and `ada+tag@` are one. */
async function route(recipients: readonly string[]): Promise<Mailbox[]> {
  const found = await Promise.all(recipients.map((recipient) => findMailbox(getTable(), recipient)));
  const unroutable = found.filter((mailbox) => mailbox === undefined).length;
  if (unroutable > 0) count('Mail_unroutable', unroutable);
  const mailboxes = found.filter((mailbox) => mailbox !== undefined);
  return [...new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox])).values()];
}
