import { z } from 'zod';

/** Mail handed in over HTTP. Rule: shapes, Mail; Exact answers (Mail). */
export const MOST_HANDED_IN = 100;
export const MOST_RECIPIENTS = 100;

/** Decoded and encoded again it must be the same: Node's decoder takes anything and drops what it does not know. */
const rawMailSchema = z
  .string()
  .min(1, 'at least 1 character')
  .transform((text, context) => {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') === text) return bytes;
    context.addIssue({ code: 'custom', message: 'base64 with padding and without line breaks' });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', contentEncoding: 'base64' }, description: 'The mail as it came (RFC 5322).' });

/** Whatever an SMTP server may have taken: a recipient that is nobody's mailbox is counted, not refused. */
const envelopeAddress = z
  .string()
  .max(320, 'at most 320 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  .regex(/^[^\s<>\u0000-\u001f\u007f]+@[^\s<>@\u0000-\u001f\u007f]+$/, 'a bare e-mail address');

/** The empty reverse path is that of bounces. Rule: RFC 5321, section 4.5.5. */
const senderSchema = z.union([z.literal(['', '<>']), envelopeAddress], 'a bare e-mail address, or empty');

export const receiveMailBody = z
  .strictObject({
    messages: z
      .array(
        z.strictObject({
          raw_base64: rawMailSchema,
          envelope: z.strictObject({
            from: senderSchema,
            to: z
              .array(envelopeAddress)
              .min(1, 'at least one recipient')
              .max(MOST_RECIPIENTS, `at most ${MOST_RECIPIENTS} recipients`),
          }),
        }),
      )
      .max(MOST_HANDED_IN, `at most ${MOST_HANDED_IN} messages`),
  })
  .meta({ id: 'ReceiveMail' });

/**
 * What Amazon SNS sends to an HTTPS endpoint. Fields that SNS may add are let through.
 *
 * Source: SNS developer guide, HTTP/HTTPS notification, subscription confirmation and unsubscribe JSON formats.
 */
export const snsMessageSchema = z
  .looseObject({
    Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
    MessageId: z.string(),
    TopicArn: z.string(),
    Message: z.string().meta({ description: 'An SES notification of received mail, as JSON text.' }),
    Timestamp: z.string(),
    SignatureVersion: z.enum(['1', '2']),
    Signature: z.string(),
    SigningCertURL: z.string(),
    SubscribeURL: z.string().optional(),
    Token: z.string().optional(),
  })
  .meta({ id: 'SnsMessage' });

export const receivedMailSchema = z
  .strictObject({
    ingested: z.int().meta({ description: 'Recipients whose mailbox took the mail.' }),
    unroutable: z.int().meta({ description: 'Recipients that are nobody’s mailbox here.' }),
    blocked: z.int().meta({ description: 'Recipients for whom it was kept out of sight.' }),
  })
  .meta({ id: 'ReceivedMail' });

const signatureHeader = (description: string) => z.string().optional().meta({ description });

export const signatureHeaders = z.object({
  'x-aid-provider-account': signatureHeader('Which provider account signs. Not with Amazon SNS.'),
  'x-aid-timestamp': signatureHeader('Unix seconds, at most 300 away from now. Not with Amazon SNS.'),
  'x-aid-signature': signatureHeader(
    '`v1=` and the hex HMAC-SHA256, under the account’s inbound secret, of `<account id>.<timestamp>.<raw body>`.',
  ),
});
