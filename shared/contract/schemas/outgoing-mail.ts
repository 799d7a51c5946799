import { z } from 'zod';
import {
  isMailAddress,
  type MailAddress,
  NEEDS_SMTPUTF8,
  needsSmtpUtf8,
  parseMailbox,
  withAsciiDomain,
} from '#shared/domain/mail/address.ts';
import { MAX_BODY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { MEDIA_TYPE } from '#shared/domain/mail/media-type.ts';
import { HEADER_NAMES, headerNameProblem } from '#shared/domain/mail/outgoing-header.ts';
import { described } from '#shared/domain/schema/described.ts';
import { base64Bytes, isBase64 } from '#shared/domain/text/base64.ts';
import { BASE64_INPUT, idSchema, timestampSchema } from './common.ts';
import { refuses, withAll, without } from './rules.ts';

/** The recipients of a message to send, in to, cc and bcc together. See: docs/contract/mail.md#sending-mail. */
export const MAX_OUTGOING_RECIPIENTS = 50;

/** Bytes of all attachments of a request, decoded. */
const MAX_ATTACHMENT_BYTES = 3.5 * 1024 * 1024;

const MAX_HEADERS = 50;
const MAX_ATTACHMENTS = 50;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const ONE_LINE = /^[^\x00-\x1f\x7f]*$/;

/** A header value: a line break in it would start another header (RFC 5322, section 2.2). */
const line = (max: number) =>
  z.string().max(max, `at most ${max} characters`).regex(ONE_LINE, 'no line breaks or control characters');

const nameSchema = line(200);
const addressText = line(500);

/**
 * The format of an address, for the description: a dot-atom, `@` and a domain, which may be international. The service
 * also checks the length of the local part, and the labels of the domain.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const ADDRESS_FORM = `${ATOM}(?:\\.${ATOM})*@[^\\x00-\\x20\\x7f<>@]+`;

/** A bare address, or a name and an address in angle brackets. Surrounding blanks are ignored. */
const BLANKS = '[^\\x00-\\x1f\\x21-\\x7f]*';
const MAILBOX_FORM = `^(?:[^\\x00-\\x1f\\x7f<>]*<)?${BLANKS}${ADDRESS_FORM}${BLANKS}>?${BLANKS}$`;

const RECIPIENT = 'an email address (a string), or {address, name?}';

/** One recipient as an object. */
const namedRecipientSchema = described(
  'NewMailAddress',
  'An address with a name.',
  z.strictObject({
    address: addressText.meta({ override: { pattern: `^${ADDRESS_FORM}$` } }),
    name: nameSchema.nullish(),
  }),
  { address: 'The bare address (RFC 5321).', name: 'The name to display with it.' },
);

const recipientSchema = z
  .union([addressText.meta({ override: { pattern: MAILBOX_FORM } }), namedRecipientSchema], RECIPIENT)
  .transform((given, context): MailAddress => {
    const mailbox = typeof given === 'string' ? parseMailbox(given) : { ...given, name: given.name || null };
    const address = withAsciiDomain(mailbox.address);
    if (!isMailAddress(address)) {
      const message = needsSmtpUtf8(mailbox.address) ? NEEDS_SMTPUTF8 : 'an email address (RFC 5321)';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return { ...mailbox, address };
  })
  .meta({ id: 'Recipient', description: 'An address, `Name <address>`, or an object with both.' });

// Not a refinement, so that a list that is too long is refused before its items are validated.
const recipientListSchema = z
  .array(recipientSchema)
  .max(MAX_OUTGOING_RECIPIENTS, `at most ${MAX_OUTGOING_RECIPIENTS} recipients`);

/** One recipient or several. Both are accepted; the message stores a list. */
export const recipientsSchema = z
  .preprocess((given) => (Array.isArray(given) || given === undefined ? given : [given]), recipientListSchema)
  .meta({
    id: 'Recipients',
    description: 'One recipient or a list of them.',
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      const { id, description, ...list } = jsonSchema;
      for (const keyword of Object.keys(list)) delete jsonSchema[keyword];
      jsonSchema.anyOf = [{ $ref: '#/components/schemas/Recipient' }, list];
    },
  });

/**
 * A multipart consists of parts between boundaries; other bytes of that type get lost in transit. See: RFC 2045,
 * section 6.4.
 */
const COMPOSITE = /^multipart\//i;

const attachmentSchema = described(
  'NewAttachment',
  'A file to attach.',
  z.strictObject({
    filename: line(255).min(1, 'at least 1 character'),
    content_type: z
      .string()
      .regex(MEDIA_TYPE, 'a media type such as application/pdf')
      .refine((type) => !COMPOSITE.test(type), 'a media type of one file: a multipart is not an attachment')
      .meta({ override: refuses({ pattern: '^[Mm][Uu][Ll][Tt][Ii][Pp][Aa][Rr][Tt]/' }) }),
    content_base64: z.string().refine(isBase64, 'base64').meta({ override: BASE64_INPUT }),
    content_id: z
      .string()
      .regex(/^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/, 'visible ASCII without angle brackets')
      .optional(),
  }),
  {
    filename: 'The name of the file.',
    content_type: 'Its media type, which is not a multipart.',
    content_base64: 'Its bytes. All attachments may have at most 3.5 MB in total.',
    content_id: 'Makes it inline: the HTML shows it as `cid:<content_id>`.',
  },
);

/**
 * The maximum for a value without a blank, which is a line of its own after the blank that folds it (RFC 5322, sections
 * 2.1.1, 2.2.3).
 */
const MAX_HEADER_VALUE = 997;

const headersSchema = z
  .record(z.string(), line(MAX_HEADER_VALUE))
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > MAX_HEADERS) context.addIssue({ code: 'custom', message: `at most ${MAX_HEADERS} fields` });
    for (const name of names) {
      const problem = headerNameProblem(name);
      if (problem !== undefined) context.addIssue({ code: 'custom', path: [name.slice(0, 80)], message: problem });
    }
  })
  .meta({
    id: 'NewMailHeaders',
    description: 'Additional header fields: `X-` and `List-` fields.',
    override: { maxProperties: MAX_HEADERS, propertyNames: HEADER_NAMES },
  });

export const subjectSchema = line(MAX_SUBJECT_CHARACTERS);

/** A text or HTML body. */
export const bodySchema = z.string().max(MAX_BODY_CHARACTERS, `at most ${MAX_BODY_CHARACTERS} characters`);

/** `to` is present and not empty. */
const TO_SOMEONE = {
  ...withAll('to'),
  not: { properties: { to: { type: 'array', items: {}, maxItems: 0 } } },
};

export const sendMailBody = described(
  'SendMail',
  'A message to send: new or a reply, with text, HTML or both.',
  z
    .strictObject({
      to: recipientsSchema.optional(),
      cc: recipientsSchema.optional(),
      bcc: recipientsSchema.optional(),
      reply_to: recipientsSchema.optional(),
      subject: subjectSchema.optional(),
      text: bodySchema.optional(),
      html: bodySchema.optional(),
      in_reply_to_message_id: idSchema.optional(),
      reply_all: z.boolean().optional(),
      allow_reply_to: z.boolean().optional(),
      automated: z.boolean().optional(),
      quote: z.boolean().optional(),
      attachments: z.array(attachmentSchema).max(MAX_ATTACHMENTS, `at most ${MAX_ATTACHMENTS} attachments`).optional(),
      headers: headersSchema.optional(),
      mailbox_id: idSchema.optional(),
    })
    .superRefine((mail, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      const isReply = mail.in_reply_to_message_id !== undefined;
      if (!isReply && mail.subject === undefined) refuse('subject', 'required (a string)');
      if (!isReply && (mail.to?.length ?? 0) === 0) refuse('to', 'required (at least one recipient)');
      if (!isReply && mail.reply_all === true) refuse('reply_all', 'only with in_reply_to_message_id');
      if (!isReply && mail.allow_reply_to === true) refuse('allow_reply_to', 'only with in_reply_to_message_id');
      if (!isReply && mail.quote === true) refuse('quote', 'only with in_reply_to_message_id');
      if (mail.text === undefined && mail.html === undefined) refuse('text', 'required, or html');
      const named = (mail.to?.length ?? 0) + (mail.cc?.length ?? 0) + (mail.bcc?.length ?? 0);
      if (named > MAX_OUTGOING_RECIPIENTS)
        refuse('to', `at most ${MAX_OUTGOING_RECIPIENTS} recipients in to, cc and bcc together`);
      const bytes = (mail.attachments ?? []).reduce((sum, one) => sum + base64Bytes(one.content_base64), 0);
      if (bytes > MAX_ATTACHMENT_BYTES) refuse('attachments', 'at most 3.5 MB in total, decoded');
    }),
  {
    to: 'The recipients, at most 50 including cc and bcc. Required unless the message is a reply.',
    cc: 'The recipients of copies.',
    bcc: 'The recipients of blind copies.',
    reply_to: 'Where replies should go.',
    subject: 'The subject. Required unless the message is a reply.',
    text: 'The text.',
    html: 'The HTML.',
    in_reply_to_message_id: 'The agent’s message to reply to.',
    reply_all: 'Whether to add the other recipients of the message that is replied to.',
    allow_reply_to:
      'Whether to reply even if an unverified sender names a Reply-To address on another domain, which is otherwise refused.',
    automated:
      'Whether no one is meant to answer, such as for a notice: other programs do not answer it either (`Auto-Submitted`). Replies to automated messages are always marked.',
    quote: 'Whether to add the message that is replied to below the text and the HTML, as mail programs do.',
    attachments: 'Files to attach.',
    headers: null,
    mailbox_id: 'The mailbox to send from. By default, that of the message replied to, or the agent’s default mailbox.',
  },
  refuses(without('text', 'html'), {
    ...without('in_reply_to_message_id'),
    anyOf: [
      without('subject'),
      { not: TO_SOMEONE },
      { required: ['reply_all'], properties: { reply_all: { const: true } } },
      { required: ['allow_reply_to'], properties: { allow_reply_to: { const: true } } },
      { required: ['quote'], properties: { quote: { const: true } } },
    ],
  }),
);

export type SendMailBody = z.output<typeof sendMailBody>;

const sentStatusSchema = z
  .enum(['queued', 'held'])
  .meta({ id: 'SentMailStatus', description: '`held` if a person has to approve the message first.' });

export const sentMailSchema = described(
  'SentMail',
  'A message that is queued, or held until a person decides. Events report what becomes of it.',
  z.strictObject({
    id: z.string(),
    message_id: z.string(),
    thread_id: z.string(),
    status: sentStatusSchema,
    approval_id: z.string().optional(),
    created_at: timestampSchema,
  }),
  {
    id: 'The message’s id.',
    message_id: 'The same as `id`.',
    thread_id: 'The conversation it belongs to.',
    status: null,
    approval_id: 'The approval of a held message: wait for `approval.decided`. Absent if it is queued.',
  },
);
