import { z } from 'zod';
import type { Verdict } from '../../../shared/data/entities/message.ts';

const verdict = z
  .looseObject({ status: z.string() })
  .optional()
  .transform((given): Verdict => {
    switch (given?.status) {
      case 'PASS':
        return 'pass';
      case 'FAIL':
        return 'fail';
      case 'GRAY':
        return 'gray';
      default:
        return 'none';
    }
  });

/**
 * What SES tells of a mail it stored: who it is for, how it was judged, where it lies. Everything that the mail
 * itself says is read from the mail.
 *
 * Rule: AWS, Contents of notifications for Amazon SES email receiving.
 */
export const noticeSchema = z.looseObject({
  notificationType: z.literal('Received'),
  mail: z.looseObject({ messageId: z.string().min(1), source: z.string().default('') }),
  receipt: z.looseObject({
    recipients: z.array(z.string()).min(1),
    spfVerdict: verdict,
    dkimVerdict: verdict,
    dmarcVerdict: verdict,
    spamVerdict: verdict,
    virusVerdict: verdict,
    action: z.looseObject({ type: z.literal('S3'), objectKey: z.string().min(1) }),
  }),
});

export type Notice = z.output<typeof noticeSchema>;
