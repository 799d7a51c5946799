import { z } from 'zod';
import type { AuthCheckResult } from '#shared/domain/mail/message-fields.ts';
import { isTopicValidation } from '#shared/domain/mail/topic.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import type { Verdicts } from './inbound-delivery.ts';

const verdictSchema = z
  .looseObject({ status: z.string() })
  .optional()
  .transform((verdict): AuthCheckResult => {
    switch (verdict?.status) {
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
 * The schema of an SES notification of received mail: its recipients, the verdicts, and what SES did with it
 * (`action`). Everything else is parsed from the mail itself.
 *
 * See: AWS Contents of notifications for Amazon SES email receiving.
 */
export function receivedNotificationSchema<A extends z.ZodType>(action: A) {
  return z.looseObject({
    notificationType: z.literal('Received'),
    mail: z.looseObject({ messageId: z.string().min(1), source: z.string().default('') }),
    receipt: z.looseObject({
      recipients: z.array(z.string()).min(1),
      spfVerdict: verdictSchema,
      dkimVerdict: verdictSchema,
      dmarcVerdict: verdictSchema,
      spamVerdict: verdictSchema,
      virusVerdict: verdictSchema,
      action,
    }),
  });
}

/** The message id of SES's setup notification. */
const SETUP_ID = 'AMAZON_SES_SETUP_NOTIFICATION';

const receivedSchema = z.looseObject({
  notificationType: z.literal('Received'),
  mail: z.looseObject({ messageId: z.string() }),
});

/**
 * Whether a body is what SES sends to a topic and a bucket when a receipt rule is set up. A real mail may contain the
 * same words, for instance in its subject, which its notification repeats; only the message id decides.
 *
 * See: AWS Deliver to S3 bucket action (setup notification).
 */
export function isSetupNotification(body: string): boolean {
  if (isTopicValidation(body)) return true;
  if (!body.includes(SETUP_ID)) return false;
  const parsed = receivedSchema.safeParse(parseJson(body));
  return !parsed.success || parsed.data.mail.messageId === SETUP_ID;
}

interface ReceiptVerdicts {
  receipt: Record<'spfVerdict' | 'dkimVerdict' | 'dmarcVerdict' | 'spamVerdict' | 'virusVerdict', AuthCheckResult>;
}

/** The verdicts of SES. */
export function verdictsOf({ receipt }: ReceiptVerdicts): Verdicts {
  return {
    spf: receipt.spfVerdict,
    dkim: receipt.dkimVerdict,
    dmarc: receipt.dmarcVerdict,
    spam: receipt.spamVerdict,
    virus: receipt.virusVerdict,
  };
}
