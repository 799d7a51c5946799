import { z } from 'zod';
import { DIRECTIONS } from '#shared/domain/contact/access-rule.ts';
import { mailLabelSchema } from '#shared/domain/mail/labels.ts';
import { AUTH_CHECK_RESULTS, MAIL_FOLDERS, MAIL_STATUSES } from '#shared/domain/mail/message-fields.ts';
import { CONTENT_WARNINGS, type ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { countSchema, filterSchema, idSchema, pageFields, queryBoolean, timestampSchema } from './common.ts';
import { readingFields, readingTexts } from './mail-reading.ts';
import { extending } from './rules.ts';

/** Mail messages. See: docs/contract/mail.md#message-record. */

export const addressSchema = described(
  'MailAddress',
  'An address of a message.',
  z.strictObject({ address: z.string(), name: z.string().nullable() }),
  { address: 'The address.', name: 'The name given with it.' },
);
export const addresses = z.array(addressSchema);

const verdict = z.enum(AUTH_CHECK_RESULTS).meta({
  id: 'MailVerdict',
  description: 'The result of a check: `gray` means inconclusive, `none` means not reported.',
});

export const mailDirectionSchema = z
  .enum(DIRECTIONS)
  .meta({ id: 'MailDirection', description: 'Whether a message was received or sent.' });

export const folderSchema = z.enum(MAIL_FOLDERS).meta({
  id: 'MailFolder',
  description: 'The folder of a message. `blocked` holds mail that rules or virus checks refused.',
});

const dispositionSchema = z
  .enum(['attachment', 'inline'])
  .meta({ id: 'AttachmentDisposition', description: 'Whether it is a file or a part of the text.' });

const attachmentSchema = described(
  'Attachment',
  'A file of a message.',
  z.strictObject({
    id: z.string(),
    filename: z.string().nullable(),
    content_type: z.string(),
    size: countSchema,
    content_id: z.string().nullable(),
    disposition: dispositionSchema,
  }),
  {
    id: 'The attachment’s id.',
    filename: 'The name of the file.',
    content_type: 'The media type.',
    size: 'The size in bytes, decoded.',
    content_id: 'The id by which the HTML refers to it.',
    disposition: null,
  },
);

const authSchema = described(
  'MailAuth',
  'The results of the checks of a message.',
  z.strictObject({
    spf: verdict,
    dkim: verdict,
    dmarc: verdict,
    spam: verdict,
    virus: verdict,
    sender_verified: z.boolean(),
  }),
  {
    spf: 'Whether the server is authorized to send for the envelope’s domain (SPF).',
    dkim: 'Whether a signature is valid (DKIM).',
    dmarc: 'Whether the domain’s policy is met (DMARC).',
    spam: 'Whether it passed the spam check.',
    virus: 'Whether it is free of known viruses.',
    sender_verified: 'Whether the address in From is verified. Allow rules apply only then.',
  },
);

export const warningSchema = z.enum(Object.keys(CONTENT_WARNINGS) as [ContentWarning, ...ContentWarning[]]).meta({
  id: 'ContentWarning',
  description: `A warning about a message. Later versions may add more. ${Object.entries(CONTENT_WARNINGS)
    .map(([code, text]) => `\`${code}\`: ${text}`)
    .join(' ')}`,
});

export const messageFields = {
  id: z.string(),
  identity_id: z.string(),
  mailbox_id: z.string(),
  thread_id: z.string(),
  direction: mailDirectionSchema,
  status: z.enum(MAIL_STATUSES).meta({ id: 'MailStatus', description: 'The progress of a message.' }),
  folder: folderSchema,
  from: addresses,
  to: addresses,
  cc: addresses,
  bcc: addresses.optional(),
  reply_to: addresses,
  delivered_to: z.string().nullable().optional(),
  subject: z.string(),
  snippet: z.string(),
  rfc_message_id: z.string().nullable(),
  in_reply_to: z.string().nullable(),
  has_attachments: z.boolean(),
  attachments: z.array(attachmentSchema),
  auth: authSchema,
  is_automated: z.boolean(),
  content_warnings: z.array(warningSchema),
  is_read: z.boolean(),
  labels: z.array(mailLabelSchema),
  detail: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

export const messageTexts = {
  id: 'The message’s id.',
  identity_id: 'The agent that the mail belongs to.',
  mailbox_id: 'The mailbox that received or sent it.',
  thread_id: 'The conversation it belongs to. A `blocked` message is in no conversation: no thread has this id.',
  direction: null,
  status: null,
  folder: null,
  from: 'The authors.',
  to: 'The recipients.',
  cc: 'The recipients of copies.',
  bcc: 'The recipients of blind copies. Absent in received mail.',
  reply_to: 'Where replies should go.',
  delivered_to:
    'The address that the envelope of a received message named, with its tag, also of a blind copy; null if that is not known. Absent in sent mail, and in mail received by releases up to 0.2.0.',
  subject: 'The subject.',
  snippet: 'The beginning of the text, at most 200 characters.',
  rfc_message_id: 'The Message-ID, null until it is known.',
  in_reply_to: 'The Message-ID of the message that it replies to.',
  has_attachments: 'Whether it has attachments.',
  attachments: 'Its files.',
  auth: null,
  is_automated: 'Whether a program sent it.',
  content_warnings: 'The warnings about a received message. Empty for sent mail.',
  is_read: 'Whether it is marked as read.',
  labels: 'Its labels, in order.',
  detail: 'What the provider said about its delivery, or why the message is still waiting.',
} as const;

export const messageSchema = described(
  'Message',
  'A message, without its text.',
  z.strictObject(messageFields),
  messageTexts,
);

export const messagesSchema = described(
  'MessageList',
  'A page of messages.',
  z.strictObject({ messages: z.array(messageSchema) }),
  { messages: null },
);

const headerSchema = described(
  'MailHeader',
  'A field of a message’s header.',
  z.strictObject({ name: z.string(), value: z.string() }),
  { name: 'The name of the field.', value: 'Its value, decoded.' },
);

export const fullMessageSchema = described(
  'FullMessage',
  'A message with its text and header.',
  z.strictObject({
    ...messageFields,
    text: z.string().nullable(),
    html: z.string().nullable(),
    headers: z.array(headerSchema),
    extracted_text: z.string().nullable(),
    hidden_text: z.string().nullable(),
    ...readingFields,
  }),
  {
    ...messageTexts,
    text: 'The whole text as a person would see it; empty if there is none. Null once the mail files have expired, and in mail that releases up to 0.2.0 received without a plain part.',
    html: 'The HTML as it was sent. Sanitize it before you display it.',
    headers: 'The header fields, in order.',
    extracted_text:
      'What its author wrote, without the quoted history; empty if it has no text. Null once the mail files have expired, and in mail without text of releases up to 0.2.0.',
    hidden_text:
      'Content of a received message that a person would not see, and that is therefore not in the texts; null if nothing is hidden.',
    ...readingTexts,
  },
  extending('Message'),
);

/** The filters of lists of messages, all of which a message must match. */
export const messageFilters = {
  direction: mailDirectionSchema.optional(),
  folder: folderSchema.optional(),
  from: filterSchema.optional(),
  is_read: queryBoolean.optional(),
  label: mailLabelSchema.optional(),
  q: filterSchema.optional(),
};

export const filterTexts = {
  direction: 'Only received or only sent mail.',
  folder: 'Only messages of this folder.',
  from: 'Only messages from this address.',
  is_read: 'Only read messages, or only unread ones.',
  label: 'Only messages with this label.',
  q: 'What to look for in subjects, people, texts and attachments, in the form of `q` of `GET /v1/search`.',
} as const;

export const messagesQuery = explained(
  z.strictObject({ ...pageFields, thread_id: filterSchema.optional(), ...messageFilters }),
  { thread_id: 'Only messages of this conversation.', ...filterTexts },
);

export const messageParams = z.strictObject({ id: idSchema, mid: idSchema });
