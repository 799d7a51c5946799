import { z } from 'zod';
import { receivedNotificationSchema } from '#shared/services/inbound-mail/received-notification.ts';

/** A notification of an email that SES has stored, with its object key. `grouped`: see `groupedMailJob`. */
export const storedMailSchema = receivedNotificationSchema(
  z.looseObject({ type: z.literal('S3'), objectKey: z.string().min(1) }),
).extend({ grouped: z.literal(true).optional() });

export type ReceivedMailNotification = z.output<typeof storedMailSchema>;
