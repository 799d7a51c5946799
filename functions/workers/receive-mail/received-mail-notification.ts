import { z } from 'zod';
import { receivedNotificationSchema } from '../../../shared/services/inbound-mail/received-notification.ts';

/** Of a mail that SES has stored: where it lies. */
export const noticeSchema = receivedNotificationSchema(
  z.looseObject({ type: z.literal('S3'), objectKey: z.string().min(1) }),
);

export type ReceivedMailNotification = z.output<typeof noticeSchema>;
