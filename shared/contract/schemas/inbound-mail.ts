import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { CANONICAL_BASE64_INPUT, countSchema } from './common.ts';

/** The maximum number of emails per request. See: docs/contract/mail.md#inbound-hook; docs/contract/limits.md#mail. */
const MAX_SUBMITTED = 100;

/** The maximum number of envelope recipients per email. */
const MAX_INBOUND_RECIPIENTS = 100;

/**
 * The maximum number of recipients of all messages in a request. Each needs a commit, and API Gateway waits 29 s for
 * all of them.
 */
const MAX_SUBMITTED_RECIPIENTS = 500;

/** The text must be unchanged after decoding and encoding, because Node's decoder drops unknown characters. */
const rawMailSchema = z
  .string()
  .min(1, 'at least 1 character')
  .transform((text, context) => {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') === text) return bytes;
    context.addIssue({ code: 'custom', message: 'base64 with padding and without line breaks' });
    return z.NEVER;
  })
  .meta({ override: { ...CANONICAL_BASE64_INPUT, minLength: 1 } });

/** Any address that an SMTP server may have accepted. A recipient without a mailbox is counted, not refused. */
const MAX_ADDRESS = 320;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const BARE_ADDRESS = /^[^\s<>\x00-\x1f\x7f]+@[^\s<>@\x00-\x1f\x7f]+$/;
const envelopeAddress = z
  .string()
  .max(MAX_ADDRESS, `at most ${MAX_ADDRESS} characters`)
  .regex(BARE_ADDRESS, 'a bare email address');

/** An address, or empty with or without brackets: the reverse path of bounces. See: RFC 5321, section 4.5.5. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const REVERSE_PATH = /^(?:<>)?$|^[^\s<>\x00-\x1f\x7f]+@[^\s<>@\x00-\x1f\x7f]+$/;
const senderSchema = z
  .string()
  .max(MAX_ADDRESS, `at most ${MAX_ADDRESS} characters`)
  .regex(REVERSE_PATH, 'a bare email address, or empty');

const envelopeSchema = described(
  'MailEnvelope',
  'The sender and the recipients of a message, as given in SMTP.',
  z.strictObject({
    from: senderSchema,
    to: z
      .array(envelopeAddress)
      .min(1, 'at least one recipient')
      .max(MAX_INBOUND_RECIPIENTS, `at most ${MAX_INBOUND_RECIPIENTS} recipients`),
  }),
  { from: 'The bare address of the sender; empty for a bounce.', to: 'The bare addresses of the recipients.' },
);

const submittedMailSchema = described(
  'RawMail',
  'A message, as received by a server.',
  z.strictObject({ raw_base64: rawMailSchema, envelope: envelopeSchema }),
  { raw_base64: 'The mail (RFC 5322) in base64, byte for byte.', envelope: null },
);

export const receiveMailBody = described(
  'ReceiveMail',
  'Mail from a provider account.',
  z.strictObject({
    messages: z
      .array(submittedMailSchema)
      .max(MAX_SUBMITTED, `at most ${MAX_SUBMITTED} messages`)
      .refine(
        (messages) => messages.reduce((sum, { envelope }) => sum + envelope.to.length, 0) <= MAX_SUBMITTED_RECIPIENTS,
        `at most ${MAX_SUBMITTED_RECIPIENTS} recipients of all messages in total`,
      ),
  }),
  { messages: `The messages, with at most ${MAX_SUBMITTED_RECIPIENTS} recipients in total.` },
);

const snsTypeSchema = z
  .enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'])
  .meta({ id: 'SnsMessageType', description: 'What kind of message it is.' });
const snsSignatureVersionSchema = z
  .enum(['1', '2'])
  .meta({ id: 'SnsSignatureVersion', description: 'How the message is signed.' });

/**
 * The message that Amazon SNS sends to an HTTPS endpoint. Fields that SNS may add are accepted.
 *
 * Source: SNS developer guide, HTTP/HTTPS notification, subscription confirmation and unsubscribe JSON formats.
 */
export const snsMessageSchema = described(
  'SnsMessage',
  'A message of Amazon SNS, as its documentation describes it.',
  z.looseObject({
    Type: snsTypeSchema,
    MessageId: z.string(),
    TopicArn: z.string(),
    Message: z.string(),
    Timestamp: z.string(),
    SignatureVersion: snsSignatureVersionSchema,
    Signature: z.string(),
    SigningCertURL: z.string(),
    SubscribeURL: z.string().optional(),
    Token: z.string().optional(),
  }),
  {
    Type: null,
    MessageId: 'The message’s id.',
    TopicArn: 'The topic it was published to.',
    Message: 'A notification of Amazon SES about received mail, as JSON text.',
    Timestamp: 'When it was published.',
    SignatureVersion: null,
    Signature: 'The signature, in base64.',
    SigningCertURL: 'Where the certificate of the signature is.',
    SubscribeURL: 'The address that confirms a subscription.',
    Token: 'The token that confirms a subscription.',
  },
);

export const receivedMailSchema = described(
  'ReceivedMail',
  'The outcome for the recipients.',
  z.strictObject({ ingested: countSchema, unroutable: countSchema, blocked: countSchema }),
  {
    ingested: 'Recipients that now have the mail in their mailbox.',
    unroutable: 'Recipients that have no mailbox here.',
    blocked: 'Recipients for whom the mail was stored as blocked.',
  },
);

export const signatureHeaders = z
  .object({
    'x-aid-provider-account': z.string().optional(),
    'x-aid-timestamp': z.string().optional(),
    'x-aid-signature': z.string().optional(),
  })
  .meta({
    fields: {
      'x-aid-provider-account': 'The provider account that signs. Amazon SNS signs in the body instead.',
      'x-aid-timestamp': 'Unix seconds, at most 300 seconds from now.',
      'x-aid-signature':
        '`v1=` and the hex HMAC-SHA256 of `<account id>.<timestamp>.<raw body>` keyed with the account’s inbound secret.',
    },
  });
