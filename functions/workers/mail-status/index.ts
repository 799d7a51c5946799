import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { findSentMail } from '../../../shared/data/entities/sent-mail.ts';
import { MINUTE } from '../../../shared/domain/time.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { count, logger, publishMetrics } from '../../../shared/runtime/log.ts';
import { processMessages } from '../../../shared/runtime/sqs-batch.ts';
import { recordDeliveryUpdate } from '../../../shared/services/outbound-mail/record-delivery-update.ts';
import { PURPOSE_TAG, sesMessageIdField, taggedMail } from '../../../shared/services/outbound-mail/tags.ts';
import { isSetupNotification, noticeSchema, outcomesOf, type SesNotification } from './ses-notification.ts';

/** How long a notice about a mail that nobody knows is tried again. See: docs/architecture.md#mail-out. */
const UNKNOWN_MS = 15 * MINUTE;

/**
 * Takes in what SES tells of mail that it took: finds the message by our tags, else by SES's id, and notes its outcomes.
 * Any notice also proves that SES took the mail, should the sender have missed its answer.
 *
 * See: docs/contract/mail.md#outcomes.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    const Records = event.Records.filter((record) => !isSetupNotification(record.body));
    return await processMessages({ Records }, context, {
      schema: noticeSchema,
      handle: handleNotification,
      processInParallel: false,
    });
  } finally {
    publishMetrics();
  }
};

async function handleNotification(notice: SesNotification, record: SQSRecord): Promise<void> {
  const { messageId: providerMessageId, tags } = notice.mail;
  // A mail of the service itself, such as a code: no agent sent it.
  if (tags[PURPOSE_TAG] !== undefined) return;
  const outcomes = outcomesOf(notice);
  const rfcMessageId = sesMessageIdField(providerMessageId, readEnv('AWS_REGION').AWS_REGION);
  const taken = { providerMessageId, rfcMessageId };
  for (const mail of [taggedMail(tags), await findSentMail(getTable(), providerMessageId)]) {
    if (mail === undefined || !(await recordDeliveryUpdate(getTable(), mail, { taken, outcomes }))) continue;
    for (const { kind } of outcomes) count(`Mail_${kind}`);
    return;
  }
  unmatched(notice, record);
}

/** A notice may be here before the message's commit can be seen elsewhere; one that stays unknown is not ours. */
function unmatched({ mail, eventType }: SesNotification, record: SQSRecord): void {
  const age = Date.now() - Number(record.attributes.ApproximateFirstReceiveTimestamp);
  if (age < UNKNOWN_MS) throw new Error('a notice about a mail that nobody knows (yet)');
  logger.warn('a notice about a mail that nobody sent', { provider_message_id: mail.messageId, event_type: eventType });
  count('Mail_unmatched');
}
