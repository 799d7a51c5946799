import { createHash } from 'node:crypto';
import { ACCOUNT, arn } from '../../assembly/aws-identifiers.ts';
import { describeHeaders } from '../../mail-content/described-headers.ts';
import { judge } from '../../mail-content/verdicts.ts';
import type { RoutedMail } from './email-api.ts';
import { ON_SUPPRESSION_LIST, scenarioOf } from './mailbox-simulator.ts';
import type { OutgoingMail } from './outbox.ts';

/** One event of an email: its type, and the object of the same name in lower case. */
export interface SendingEvent {
  readonly eventType: 'Send' | 'Delivery' | 'Bounce' | 'Complaint' | 'Reject';
  readonly [detail: string]: unknown;
}

/** Whether SES rejects an email after it accepted it: SES scans outgoing mail for viruses. */
export function isRejected({ raw }: OutgoingMail): boolean {
  return judge(raw).virusVerdict.status === 'FAIL';
}

/**
 * The events of an email, as SES publishes them to an event destination: one for the send, and one for the outcome of
 * each recipient. Repeated events are identical except for the times.
 *
 * Source: SES developer guide, Contents of event data that Amazon SES publishes to Amazon SNS.
 */
export async function sendingEvents(mail: RoutedMail): Promise<readonly SendingEvent[]> {
  const described = await mailObject(mail);
  const timestamp = new Date().toISOString();
  const tell = (eventType: SendingEvent['eventType'], detail: object): SendingEvent => ({
    eventType,
    mail: described,
    [eventType.toLowerCase()]: detail,
  });

  const sent = tell('Send', {});
  if (isRejected(mail)) return [sent, tell('Reject', { reason: 'Bad content' })];

  const fates = mail.recipients.map((recipient) => ({
    recipient,
    ...(mail.suppressed.has(recipient) ? ON_SUPPRESSION_LIST : scenarioOf(recipient)),
  }));
  const arrived = fates.filter(({ bounce }) => bounce === undefined).map(({ recipient }) => recipient);
  const delivery = {
    timestamp,
    processingTimeMillis: Math.max(0, Date.now() - mail.sentAt),
    recipients: arrived,
    smtpResponse: '250 2.6.0 Message received',
    reportingMTA: 'a8-1.smtp-out.amazonses.com',
  };
  return [
    sent,
    ...(arrived.length > 0 ? [tell('Delivery', delivery)] : []),
    ...fates.flatMap(({ recipient, bounce }) => {
      if (bounce === undefined) return [];
      const { status, diagnosticCode, ...reason } = bounce;
      const bouncedRecipients = [{ emailAddress: recipient, action: 'failed', status, diagnosticCode }];
      return [tell('Bounce', { ...reason, bouncedRecipients, timestamp, feedbackId: feedbackId(mail, recipient) })];
    }),
    ...fates.flatMap(({ recipient, complains }) => {
      if (complains === undefined) return [];
      const report = {
        userAgent: 'Amazon SES Mailbox Simulator',
        complaintFeedbackType: 'abuse',
        arrivalDate: timestamp,
      };
      return [
        tell('Complaint', {
          complainedRecipients: [{ emailAddress: recipient }],
          timestamp,
          feedbackId: feedbackId(mail, recipient),
          complaintSubType: null,
          ...report,
        }),
      ];
    }),
  ];
}

/** The mail that an event is about. The header is the sent one, without the Message-ID that SES added. */
async function mailObject(mail: OutgoingMail) {
  const { headersTruncated, headers, commonHeaders } = await describeHeaders(mail.raw);
  const fromDomain = mail.sender.slice(mail.sender.lastIndexOf('@') + 1);
  const tags = {
    ...(mail.configurationSet !== undefined && { 'ses:configuration-set': mail.configurationSet }),
    'ses:source-ip': '127.0.0.1',
    'ses:from-domain': fromDomain,
    'ses:caller-identity': 'local',
    ...mail.tags,
  };
  return {
    timestamp: new Date(mail.sentAt).toISOString(),
    source: mail.sender,
    sourceArn: arn('ses', `identity/${fromDomain}`),
    sendingAccountId: ACCOUNT,
    messageId: mail.id,
    destination: mail.recipients,
    headersTruncated,
    headers: headers.filter(({ name }) => name.toLowerCase() !== 'message-id'),
    commonHeaders: { ...commonHeaders, messageId: mail.id },
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  };
}

/** The form of SES's own ids; the same for the same mail and recipient. */
function feedbackId({ id }: OutgoingMail, recipient: string): string {
  const hex = createHash('sha256').update(`${id} ${recipient}`).digest('hex');
  const part = (from: number, length: number) => hex.slice(from, from + length);
  return `0100${part(0, 12)}-${part(12, 8)}-${part(20, 4)}-${part(24, 4)}-${part(28, 4)}-${part(32, 12)}-000000`;
}
