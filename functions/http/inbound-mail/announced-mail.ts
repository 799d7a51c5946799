import { z } from 'zod';
import { invalid } from '#shared/domain/errors/errors.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { readEnv } from '#shared/runtime/env.ts';
import {
  isSetupNotification,
  receivedNotificationSchema,
  verdictsOf,
} from '#shared/services/inbound-mail/received-notification.ts';
import { readMailFile } from '#shared/services/mail-files/mail-store.ts';
import type { SubmittedMail } from './ingest-submitted.ts';

/** Ids become parts of object keys. See: AWS SES, the ids of received mail. */
const MESSAGE_ID = /^[A-Za-z0-9_-]{1,200}$/;
const STORED_KEY = /^inbound\/[A-Za-z0-9_-]{1,200}$/;

const s3Action = z.looseObject({ type: z.literal('S3'), bucketName: z.string(), objectKey: z.string() });
const snsAction = z.looseObject({ type: z.literal('SNS'), encoding: z.string().optional() });

/**
 * SES passes mail on in two ways: it stores the mail and names the object (S3 action), or it includes the mail as text
 * or base64 (SNS action, up to 150 KB).
 *
 * See: AWS Contents of notifications for Amazon SES email receiving (action object).
 */
const notificationSchema = z.union([
  receivedNotificationSchema(s3Action).transform((notification) => ({ kind: 'stored' as const, ...notification })),
  receivedNotificationSchema(snsAction)
    .extend({ content: z.string() })
    .transform((notification) => ({ kind: 'included' as const, ...notification })),
]);

type Notification = z.output<typeof notificationSchema>;

/** The mail that a notification announces; `undefined` for the notification that SES sends when a rule is set up. */
export async function announcedMail(text: string): Promise<SubmittedMail | undefined> {
  if (isSetupNotification(text)) return undefined;
  const parsed = notificationSchema.safeParse(parseJson(text));
  if (!parsed.success) throw invalid('Message', 'an SES notification of received mail');
  const notification = parsed.data;
  return {
    from: notification.mail.source,
    recipients: notification.receipt.recipients,
    verdicts: verdictsOf(notification),
    ...(notification.kind === 'included' ? includedMail(notification) : await storedMail(notification)),
  };
}

function includedMail({ content, receipt }: Extract<Notification, { kind: 'included' }>) {
  const encoding = receipt.action.encoding?.toLowerCase() === 'base64' ? 'base64' : 'utf8';
  return { raw: Buffer.from(content, encoding) };
}

async function storedMail({ mail, receipt }: Extract<Notification, { kind: 'stored' }>) {
  const { bucketName, objectKey } = receipt.action;
  const isOurs = bucketName === readEnv('MAIL_BUCKET').MAIL_BUCKET && STORED_KEY.test(objectKey);
  if (!isOurs || !MESSAGE_ID.test(mail.messageId)) throw invalid('Message', "mail stored in this stage's bucket");
  const stored = { providerMessageId: mail.messageId, rawKey: objectKey };
  return { raw: await readMailFile(objectKey), stored };
}
