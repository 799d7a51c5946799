import { z } from 'zod';
import type { MailOutcome } from '../../../shared/domain/mail/outcome.ts';

/**
 * What SES tells of a mail that it took: event publishing to SNS, or the older feedback notifications, which differ
 * in the name of one field.
 *
 * Source: SES developer guide, Contents of event data that Amazon SES publishes to Amazon SNS.
 */
const recipient = z.looseObject({
  emailAddress: z.string(),
  status: z.string().optional(),
  action: z.string().optional(),
  diagnosticCode: z.string().optional(),
});

const mail = z.looseObject({
  messageId: z.string().min(1),
  destination: z.array(z.string()).default([]),
  tags: z.record(z.string(), z.array(z.string())).default({}),
});

const event = z.looseObject({
  mail,
  delivery: z
    .looseObject({ recipients: z.array(z.string()).default([]), smtpResponse: z.string().optional() })
    .optional(),
  bounce: z
    .looseObject({
      bounceType: z.string().default('Undetermined'),
      bounceSubType: z.string().default('Undetermined'),
      bouncedRecipients: z.array(recipient).default([]),
    })
    .optional(),
  complaint: z
    .looseObject({
      complaintFeedbackType: z.string().nullish(),
      complainedRecipients: z.array(recipient).default([]),
    })
    .optional(),
  reject: z.looseObject({ reason: z.string().default('rejected') }).optional(),
});

export const noticeSchema = z.union([
  event.extend({ eventType: z.string() }),
  event.extend({ notificationType: z.string() }).transform(({ notificationType, ...rest }) => ({
    ...rest,
    eventType: notificationType,
  })),
]);

export type SesNotification = z.output<typeof noticeSchema>;

/** What SES says to a topic when a destination is set up. It tells of no mail. */
export function isSetupNotification(body: string): boolean {
  return body.startsWith('Successfully validated SNS topic');
}

/** The outcome of each recipient that a notice names. A notice of the mail's acceptance names none. */
export function outcomesOf(notice: SesNotification): MailOutcome[] {
  const { bounce, complaint, delivery, reject } = notice;
  switch (notice.eventType) {
    case 'Delivery':
      return (delivery?.recipients ?? []).map((address) => ({
        kind: 'delivered',
        recipient: address,
        detail: present({ smtp_response: delivery?.smtpResponse }),
        suppress: false,
      }));
    case 'Bounce':
      return (bounce?.bouncedRecipients ?? []).map(({ emailAddress, status, action, diagnosticCode }) => ({
        kind: 'bounced',
        recipient: emailAddress,
        detail: present({
          bounce_type: bounce?.bounceType,
          bounce_sub_type: bounce?.bounceSubType,
          status,
          action,
          diagnostic: diagnosticCode,
        }),
        // A full mailbox empties again; only what is permanent is no address any more.
        suppress: bounce?.bounceType === 'Permanent',
      }));
    case 'Complaint':
      return (complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
        kind: 'complained',
        recipient: emailAddress,
        detail: present({ feedback_type: complaint?.complaintFeedbackType }),
        suppress: true,
      }));
    case 'Reject':
      return notice.mail.destination.map((address) => ({
        kind: 'failed',
        recipient: address,
        detail: { bounce_type: 'rejected', reason: reject?.reason },
        suppress: false,
      }));
    default:
      return [];
  }
}

/** The fields that have a value. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
