import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { findSentMail } from '#shared/data/entities/mail/sent-mail.ts';
import { RetryLaterError } from '#shared/domain/errors/retry-later-error.ts';
import { isTopicValidation } from '#shared/domain/mail/topic.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { count, logger, publishMetrics } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';
import { recordDeliveryUpdate } from '#shared/services/outbound-mail/record-delivery-update.ts';
import { PURPOSE_TAG, sesMessageIdField, taggedMail, taggedRequest } from '#shared/services/outbound-mail/tags.ts';
import { notificationSchema, outcomesOf, type SesNotification } from './ses-notification.ts';

/** How long a notification about an unknown mail is retried. See: docs/architecture.md#mail-out. */
const UNKNOWN_MAIL_RETRY_MS = 15 * MINUTE;

/**
 * Records what SES reports about mail that it accepted. Finds the message by our tags or by SES's id. Every
 * notification also proves that SES accepted the mail, in case the sending worker did not receive SES's response.
 *
 * See: docs/contract/mail.md#outcomes.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  try {
    const Records = event.Records.filter((record) => !isTopicValidation(record.body));
    return await processMessages({ Records }, context, {
      queue: 'mail-status',
      schema: notificationSchema,
      handle: handleNotification,
      requestIdOf: ({ mail }) => taggedRequest(mail.tags),
      processInParallel: false,
    });
  } finally {
    publishMetrics();
  }
};

async function handleNotification(notification: SesNotification, record: SQSRecord): Promise<void> {
  const { messageId: providerMessageId, tags } = notification.mail;
  // Mail of the service, such as a code, belongs to no message.
  if (tags[PURPOSE_TAG] !== undefined) return;
  const outcomes = outcomesOf(notification);
  const rfcMessageId = sesMessageIdField(providerMessageId, readEnv('AWS_REGION').AWS_REGION);
  const receipt = { providerMessageId, rfcMessageId };
  for (const mail of [taggedMail(tags), await findSentMail(getTable(), providerMessageId)]) {
    if (mail === undefined || !(await recordDeliveryUpdate(getTable(), mail, { receipt, outcomes }))) continue;
    for (const { kind } of outcomes) count(`Mail_${kind}`);
    logger.info('outcomes recorded', { message_id: mail.messageId, outcomes: outcomes.map(({ kind }) => kind) });
    return;
  }
  retryUnmatched(notification, record);
}

/**
 * A notification may arrive before the message's row is readable. If the mail stays unknown, this stage did not send
 * it.
 */
function retryUnmatched({ mail, eventType }: SesNotification, record: SQSRecord): void {
  const age = Date.now() - Number(record.attributes.ApproximateFirstReceiveTimestamp);
  if (age < UNKNOWN_MAIL_RETRY_MS) throw new RetryLaterError('the mail of an SES notification is not known yet');
  logger.warn('SES notification about an unknown mail', { provider_message_id: mail.messageId, event_type: eventType });
  count('Mail_unmatched');
}
