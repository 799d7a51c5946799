import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import pLimit, { type LimitFunction } from 'p-limit';
import { requestIdOfMail } from '#shared/domain/http/request-scope.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { withDeadline } from '#shared/runtime/deadline-scope.ts';
import { logger, publishMetrics } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';
import { isSetupNotification, verdictsOf } from '#shared/services/inbound-mail/received-notification.ts';
import { type ReachedMailbox, routeRecipients } from '#shared/services/inbound-mail/route-recipients.ts';
import { storeAndIngest } from '#shared/services/inbound-mail/store-and-ingest.ts';
import { deleteSoon, readMailFile } from '#shared/services/mail-files/mail-store.ts';
import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { type ReceivedMailNotification, storedMailSchema } from './received-mail-notification.ts';
import { regroup, waitedInBacklog } from './regroup.ts';

/** Milliseconds for which the other emails of a batch wait for an email that takes long to parse. */
const MAX_WAIT_MS = 500;

/** Milliseconds to report the failures of a batch. */
const BATCH_END_MS = SECOND;

/**
 * Ingests mail that SES has stored, for each mailbox of its envelope.
 *
 * See: docs/architecture.md; docs/contract/mail.md#inbound-mail.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    const Records = event.Records.filter((record) => !isSetupNotification(record.body));
    // One email after the other: a batch often belongs to one organization, and its clock allows one commit at a time.
    const turns = pLimit(1);
    // Before Lambda ends the whole batch, what is not done fails, and what is done stays done.
    return await withDeadline(context.getRemainingTimeInMillis() - BATCH_END_MS, () =>
      processMessages({ Records }, context, {
        queue: 'inbound-mail',
        schema: storedMailSchema,
        handle: (notification, record) => receive(notification, record, turns),
        // Received mail starts a new trace.
        requestIdOf: ({ mail }) => requestIdOfMail(mail.messageId),
      }),
    );
  } finally {
    publishMetrics();
  }
};

/**
 * Ingests one email in its turn. An email that takes long to parse gives up its turn, and takes another once it is
 * parsed.
 */
async function receive(notification: ReceivedMailNotification, record: SQSRecord, turns: LimitFunction): Promise<void> {
  const pending = await turns(async () => {
    const { mailboxes } = await routeRecipients(getTable(), notification.receipt.recipients, null);
    if (mailboxes.length === 0) {
      await deleteSoon(notification.receipt.action.objectKey);
      return undefined;
    }
    if (waitedInBacklog(notification, record)) {
      await regroup(record, mailboxes);
      return undefined;
    }
    const reading = read(notification);
    const received = await within(reading, MAX_WAIT_MS);
    if (received === undefined) return { reading, mailboxes };
    await store(notification, received, mailboxes);
    return undefined;
  });
  if (pending === undefined) return;
  const received = await pending.reading;
  await turns(() => store(notification, received, pending.mailboxes));
}

/** A parsed message, and the bytes of its raw form. */
interface Received {
  readonly mail: ParsedMail;
  readonly bytes: number;
}

async function read({ mail, receipt }: ReceivedMailNotification): Promise<Received> {
  const raw = await readMailFile(receipt.action.objectKey);
  return { mail: await getMailReader().readMail(raw, mail.source), bytes: raw.byteLength };
}

async function store(
  notification: ReceivedMailNotification,
  { mail, bytes }: Received,
  mailboxes: readonly ReachedMailbox[],
): Promise<void> {
  const results = await storeAndIngest({
    providerMessageId: notification.mail.messageId,
    verdicts: verdictsOf(notification),
    rawKey: notification.receipt.action.objectKey,
    mail,
    bytes,
    mailboxes,
    ownsFiles: notification.grouped === undefined,
  });
  logger.info('mail received', { provider_message_id: notification.mail.messageId, results });
}

/** The value of a promise, or `undefined` if it takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
