import { z } from 'zod';
import { receivedNotificationSchema } from '../../../shared/services/inbound-mail/received-notification.ts';

/** A notification of a mail that SES has stored, with its object key. */
export const storedMailSchema = receivedNotificationSchema(
  z.looseObject({ type: z.literal('S3'), objectKey: z.string().min(1) }),
);

export type ReceivedMailNotification = z.output<typeof storedMailSchema>;
