import { z } from 'zod';
import type { MailOutcome } from '#shared/domain/mail/outcome.ts';

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

/**
 * A notification of SES about an email that it accepted: event publishing to SNS, or the older feedback notifications,
 * which differ in the name of one field.
 *
 * See: AWS Contents of event data that Amazon SES publishes to Amazon SNS.
 */
export const notificationSchema = z.union([
  event.extend({ eventType: z.string() }),
  event.extend({ notificationType: z.string() }).transform(({ notificationType, ...rest }) => ({
    ...rest,
    eventType: notificationType,
  })),
]);

export type SesNotification = z.output<typeof notificationSchema>;

/** The outcome of each recipient that a notification names. A notification that SES accepted the mail names none. */
export function outcomesOf(notification: SesNotification): MailOutcome[] {
  const { bounce, complaint, delivery, reject } = notification;
  switch (notification.eventType) {
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
        // A transient bounce, such as a full mailbox, does not suppress the address.
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
      return notification.mail.destination.map((address) => ({
        kind: 'failed',
        recipient: address,
        detail: { bounce_type: 'rejected', reason: reject?.reason },
        suppress: false,
      }));
    default:
      return [];
  }
}

/** Drops fields without a value. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
