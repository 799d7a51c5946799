import { z } from 'zod';
import type { AuthCheckResult } from '../../domain/mail/message-fields.ts';
import { parseJson } from '../../domain/parse-json.ts';
import type { Verdicts } from './ingest.ts';

const verdict = z
  .looseObject({ status: z.string() })
  .optional()
  .transform((given): AuthCheckResult => {
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
 * What SES tells of a mail it received: who it is for, how it was judged, and what was done with it (`action`).
 * Everything that the mail itself says is read from the mail.
 *
 * See: AWS Contents of notifications for Amazon SES email receiving.
 */
export function receivedNotificationSchema<A extends z.ZodType>(action: A) {
  return z.looseObject({
    notificationType: z.literal('Received'),
    mail: z.looseObject({ messageId: z.string().min(1), source: z.string().default('') }),
    receipt: z.looseObject({
      recipients: z.array(z.string()).min(1),
      spfVerdict: verdict,
      dkimVerdict: verdict,
      dmarcVerdict: verdict,
      spamVerdict: verdict,
      virusVerdict: verdict,
      action,
    }),
  });
}

const SET_UP = 'AMAZON_SES_SETUP_NOTIFICATION';

const announcement = z.looseObject({
  notificationType: z.literal('Received'),
  mail: z.looseObject({ messageId: z.string() }),
});

/**
 * What SES says to a topic and a bucket when a rule is set up. It announces no mail. A mail that only speaks of it, in
 * its subject for instance, is a mail: its notice repeats its header.
 *
 * See: AWS Deliver to S3 bucket action (set-up notification).
 */
export function isSetupNotification(body: string): boolean {
  if (body.startsWith('Successfully validated SNS topic')) return true;
  if (!body.includes(SET_UP)) return false;
  const announced = announcement.safeParse(parseJson(body));
  return !announced.success || announced.data.mail.messageId === SET_UP;
}

interface ReceiptVerdicts {
  receipt: Record<'spfVerdict' | 'dkimVerdict' | 'dmarcVerdict' | 'spamVerdict' | 'virusVerdict', AuthCheckResult>;
}

/** How SES judged the mail. */
export function verdictsOf({ receipt }: ReceiptVerdicts): Verdicts {
  return {
    spf: receipt.spfVerdict,
    dkim: receipt.dkimVerdict,
    dmarc: receipt.dmarcVerdict,
    spam: receipt.spamVerdict,
    virus: receipt.virusVerdict,
  };
}
