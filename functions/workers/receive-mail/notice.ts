import { z } from 'zod';
import { receivedNotificationSchema } from '../../../shared/runtime/mail-in/ses-notice.ts';

/** Of a mail that SES has stored: where it lies. */
export const noticeSchema = receivedNotificationSchema(z.looseObject({ type: z.literal('S3'), objectKey: z.string().min(1) }));

export type ReceivedMailNotification = z.output<typeof noticeSchema>;
