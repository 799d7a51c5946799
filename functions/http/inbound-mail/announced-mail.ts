import { z } from 'zod';
import { invalid } from '../../../shared/domain/errors.ts';
import { parseJson } from '../../../shared/domain/parse-json.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import {
  isSetupNotification,
  receivedNotificationSchema,
  verdictsOf,
} from '../../../shared/services/inbound-mail/received-notification.ts';
import { readMailFile } from '../../../shared/services/mail-files/mail-store.ts';
import type { SubmittedMail } from './ingest-submitted.ts';

/** Ids become names of files. Source: SES, the ids of received mail. */
const MESSAGE_ID = /^[A-Za-z0-9_-]{1,200}$/;
const STORED_KEY = /^inbound\/[A-Za-z0-9_-]{1,200}$/;

/**
 * SES hands mail on in two ways: it stores it and tells where (S3 action), or sends it along as text or base64 (SNS
 * action, up to 150 KB).
 *
 * Source: SES developer guide, Contents of notifications for Amazon SES email receiving (action object).
 */
const noticeSchema = z.union([
  receivedNotificationSchema(z.looseObject({ type: z.literal('S3'), bucketName: z.string(), objectKey: z.string() })),
  receivedNotificationSchema(z.looseObject({ type: z.literal('SNS'), encoding: z.string().optional() })).extend({
    content: z.string(),
  }),
]);

/** The mail that a notification announces; `undefined` where it announces none. */
export async function announcedMail(text: string): Promise<SubmittedMail | undefined> {
  if (isSetupNotification(text)) return undefined;
  const parsed = noticeSchema.safeParse(parseJson(text));
  if (!parsed.success) throw invalid('Message', 'an SES notification of received mail');
  const notice = parsed.data;
  const common = {
    from: notice.mail.source,
    recipients: notice.receipt.recipients,
    verdicts: verdictsOf(notice),
  };
  if ('content' in notice && typeof notice.content === 'string') {
    const encoding = /^base64$/i.test(String(notice.receipt.action.encoding)) ? 'base64' : 'utf8';
    return { ...common, raw: Buffer.from(notice.content, encoding) };
  }
  const { bucketName, objectKey } = notice.receipt.action as { bucketName: string; objectKey: string };
  const { messageId } = notice.mail;
  const isOurs = bucketName === readEnv('MAIL_BUCKET').MAIL_BUCKET && STORED_KEY.test(objectKey);
  if (!isOurs || !MESSAGE_ID.test(messageId)) throw invalid('Message', 'mail stored in the bucket of this stage');
  const stored = { providerMessageId: messageId, rawKey: objectKey };
  return { ...common, raw: await readMailFile(objectKey), stored };
}
