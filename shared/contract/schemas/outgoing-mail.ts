import { z } from 'zod';
import { base64Bytes, isBase64 } from '../../domain/base64.ts';
import { isMailAddress, type MailAddress, parseMailbox, withAsciiDomain } from '../../domain/mail/address.ts';
import { headerNameProblem } from '../../domain/mail/outgoing-header.ts';
import { idSchema, timestampSchema } from './common.ts';

/** Sending mail. Rule: shapes, Mail (`POST /send`). */
export const MOST_RECIPIENTS = 50;

/** Bytes of all attachments of a request, decoded. */
export const MOST_ATTACHMENT_BYTES = 3.5 * 1024 * 1024;

/** Characters of a body; what is longer belongs into an attachment. */
const MOST_BODY = 500_000;
const MOST_HEADERS = 50;
const MOST_ATTACHMENTS = 50;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;

/** A header value: a line break in it would begin another header (RFC 5322, section 2.2). */
const line = (most: number) =>
  z.string().max(most, `at most ${most} characters`).regex(ONE_LINE, 'no line breaks or control characters');

const nameSchema = line(200);
const addressText = line(500);

const RECIPIENT = 'an e-mail address (a string), or {address, name?}';

const recipientSchema = z
  .union([addressText, z.strictObject({ address: addressText, name: nameSchema.nullish() })], RECIPIENT)
  .transform((given, context): MailAddress => {
    const mailbox = typeof given === 'string' ? parseMailbox(given) : { ...given, name: given.name || null };
    const address = withAsciiDomain(mailbox.address);
    if (!isMailAddress(address)) {
      context.addIssue({ code: 'custom', message: 'an e-mail address (RFC 5321)' });
      return z.NEVER;
    }
    return { ...mailbox, address };
  })
  .meta({
    override: {
      anyOf: [
        { type: 'string', description: 'An address, or `Name <address>`.' },
        {
          type: 'object',
          properties: { address: { type: 'string' }, name: { type: ['string', 'null'] } },
          required: ['address'],
          additionalProperties: false,
        },
      ],
    },
    example: { address: 'ada@example.com', name: 'Ada' },
  });

/** One recipient or several. Which of the two a client means is its own business; the message keeps a list. */
const recipientsSchema = z.preprocess(
  (given) => (Array.isArray(given) || given === undefined ? given : [given]),
  // Not a refinement: a list that is too long is to be refused before each of its items is judged.
  z.array(recipientSchema).max(MOST_RECIPIENTS, `at most ${MOST_RECIPIENTS} recipients`),
);

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}(?:;[\x20-\x7e]{1,200})?$/i;

/** A multipart is parts between boundaries: bytes under its name are lost on the way. Rule: RFC 2045, section 6.4. */
const COMPOSITE = /^multipart\//i;

const attachmentSchema = z.strictObject({
  filename: line(255).min(1, 'at least 1 character'),
  content_type: z
    .string()
    .regex(MEDIA_TYPE, 'a media type such as application/pdf')
    .refine((type) => !COMPOSITE.test(type), 'a media type of one file: a multipart is not an attachment'),
  content_base64: z
    .string()
    .refine(isBase64, 'base64')
    .meta({ override: { type: 'string', contentEncoding: 'base64' } }),
  content_id: z
    .string()
    .regex(/^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/, 'visible ASCII without angle brackets')
    .optional()
    .meta({ description: 'Makes it inline: the HTML shows it as `cid:<content_id>`.' }),
});

/** Of a value without a blank, which is a line of its own after the blank that folds it (RFC 5322, sections 2.1.1, 2.2.3). */
const MOST_HEADER_VALUE = 997;

const headersSchema = z
  .record(z.string(), line(MOST_HEADER_VALUE))
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > MOST_HEADERS) context.addIssue({ code: 'custom', message: `at most ${MOST_HEADERS} fields` });
    for (const name of names) {
      const problem = headerNameProblem(name);
      if (problem !== undefined) context.addIssue({ code: 'custom', path: [name.slice(0, 80)], message: problem });
    }
  })
  .meta({ example: { 'X-Campaign': 'welcome', 'List-Unsubscribe': '<https://example.com/leave>' } });

const body = z.string().max(MOST_BODY, `at most ${MOST_BODY} characters`);

export const sendMailBody = z
  .strictObject({
    to: recipientsSchema.optional().meta({ description: 'Required, unless the message answers another.' }),
    cc: recipientsSchema.optional(),
    bcc: recipientsSchema.optional(),
    reply_to: recipientsSchema.optional(),
    subject: line(998).optional().meta({ description: 'Required, unless the message answers another.' }),
    text: body.optional(),
    html: body.optional(),
    in_reply_to_message_id: idSchema.optional(),
    reply_all: z.boolean().optional().meta({ description: 'Adds everybody the answered message names.' }),
    attachments: z.array(attachmentSchema).max(MOST_ATTACHMENTS, `at most ${MOST_ATTACHMENTS} attachments`).optional(),
    headers: headersSchema.optional(),
    mailbox_id: idSchema.optional().meta({
      description: 'The mailbox to send from. When absent: that of the answered message, else the default one.',
    }),
  })
  .superRefine((mail, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const answers = mail.in_reply_to_message_id !== undefined;
    if (!answers && mail.subject === undefined) refuse('subject', 'required (a string)');
    if (!answers && (mail.to?.length ?? 0) === 0) refuse('to', 'required (at least one recipient)');
    if (!answers && mail.reply_all === true) refuse('reply_all', 'only with in_reply_to_message_id');
    if (mail.text === undefined && mail.html === undefined) refuse('text', 'required, or html');
    const named = (mail.to?.length ?? 0) + (mail.cc?.length ?? 0) + (mail.bcc?.length ?? 0);
    if (named > MOST_RECIPIENTS) refuse('to', `at most ${MOST_RECIPIENTS} recipients in to, cc and bcc together`);
    const bytes = (mail.attachments ?? []).reduce((sum, one) => sum + base64Bytes(one.content_base64), 0);
    if (bytes > MOST_ATTACHMENT_BYTES) refuse('attachments', 'at most 3.5 MB together, decoded');
  });

export type SendMailBody = z.output<typeof sendMailBody>;

export const sentMailSchema = z
  .strictObject({
    id: z.string(),
    message_id: z.string().meta({ description: 'The same as `id`.' }),
    thread_id: z.string(),
    status: z.literal('queued'),
    created_at: timestampSchema,
  })
  .meta({ id: 'SentMail' });
