import { z } from 'zod';
import { MAX_BODY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { HEADER_NAMES, headerNameProblem } from '#shared/domain/mail/outgoing-header.ts';
import { described } from '#shared/domain/schema/described.ts';
import { base64Bytes } from '#shared/domain/text/base64.ts';
import { idSchema, instantSchema, timestampSchema } from './common.ts';
import { lineSchema } from './line.ts';
import { attachmentsSchema } from './new-attachment.ts';
import { MAX_OUTGOING_RECIPIENTS, recipientsSchema } from './recipients.ts';
import { refuses, withAll, without } from './rules.ts';

/** Bytes of all attachments of a request, decoded. */
const MAX_ATTACHMENT_BYTES = 3.5 * 1024 * 1024;

const MAX_HEADERS = 50;

/**
 * The maximum for a value without a blank, which is a line of its own after the blank that folds it (RFC 5322, sections
 * 2.1.1, 2.2.3).
 */
const MAX_HEADER_VALUE = 997;

const headersSchema = z
  .record(z.string(), lineSchema(MAX_HEADER_VALUE))
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

export const subjectSchema = lineSchema(MAX_SUBJECT_CHARACTERS);

/** A text or HTML body. */
export const bodySchema = z.string().max(MAX_BODY_CHARACTERS, `at most ${MAX_BODY_CHARACTERS} characters`);

/** `to` is present and not empty. */
const TO_SOMEONE = {
  ...withAll('to'),
  not: { properties: { to: { type: 'array', items: {}, maxItems: 0 } } },
};

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const MAX_VARIABLES = 100;
const MAX_VARIABLE_CHARACTERS = 10_000;

const variablesSchema = z
  .record(
    z.string().regex(VARIABLE_NAME, 'names of letters, digits and _'),
    z.string().max(MAX_VARIABLE_CHARACTERS, `at most ${MAX_VARIABLE_CHARACTERS} characters`),
  )
  .refine((variables) => Object.keys(variables).length <= MAX_VARIABLES, `at most ${MAX_VARIABLES} variables`)
  .meta({
    id: 'MailVariables',
    description: 'Values for the placeholders `{{name}}` in the subject, the text and the HTML.',
    override: { maxProperties: MAX_VARIABLES },
  });

/** The fields of a message to send, which drafts have too. */
export const mailFields = {
  to: recipientsSchema,
  cc: recipientsSchema,
  bcc: recipientsSchema,
  reply_to: recipientsSchema,
  subject: subjectSchema,
  text: bodySchema,
  html: bodySchema,
  in_reply_to_message_id: idSchema,
  reply_all: z.boolean(),
  allow_reply_to: z.boolean(),
  automated: z.boolean(),
  quote: z.boolean(),
  unsubscribe: z.boolean(),
  variables: variablesSchema,
  attachments: attachmentsSchema,
  headers: headersSchema,
  mailbox_id: idSchema,
  send_at: instantSchema,
};

/** Whether all attachments fit into one request. */
export function fitAttachments(attachments: readonly { readonly content_base64: string }[]): boolean {
  return attachments.reduce((sum, one) => sum + base64Bytes(one.content_base64), 0) <= MAX_ATTACHMENT_BYTES;
}

/** What is expected of attachments that do not fit. */
export const ATTACHMENTS_FIT = 'at most 3.5 MB in total, decoded';

/** The texts of the fields that sending and drafts have in common. */
export const MAIL_FIELD_TEXTS = {
  cc: 'The recipients of copies.',
  bcc: 'The recipients of blind copies.',
  reply_to: 'Where replies should go.',
  text: 'The text.',
  html: 'The HTML.',
  in_reply_to_message_id: 'The agent’s message to reply to.',
  reply_all: 'Whether to add the other recipients of the message that is replied to.',
  variables: null,
  attachments: 'Files to attach.',
  headers: null,
} as const;

export const sendMailBody = described(
  'SendMail',
  'A message to send: new or a reply, with text, HTML or both.',
  z
    .strictObject(mailFields)
    .partial()
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
      if (!fitAttachments(mail.attachments ?? [])) refuse('attachments', ATTACHMENTS_FIT);
    }),
  {
    ...MAIL_FIELD_TEXTS,
    to: 'The recipients, at most 50 including cc and bcc. Required unless the message is a reply.',
    subject: 'The subject. Required unless the message is a reply.',
    allow_reply_to:
      'Whether to reply even if an unverified sender names a Reply-To address on another domain, which is otherwise refused.',
    automated:
      'Whether no one is meant to answer, such as for a notice: other programs do not answer it either (`Auto-Submitted`). Replies to automated messages are always marked.',
    quote: 'Whether to add the message that is replied to below the text and the HTML, as mail programs do.',
    unsubscribe:
      'Whether to let its one recipient unsubscribe from the agent with one click (`List-Unsubscribe`, RFC 8058).',
    mailbox_id: 'The mailbox to send from. By default, that of the message replied to, or the agent’s default mailbox.',
    send_at: 'When to send it, within 30 days: the message is a scheduled draft until then.',
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

const sentStatusSchema = z.enum(['queued', 'held', 'scheduled']).meta({
  id: 'SentMailStatus',
  description: '`held` if a person has to approve the message first, `scheduled` if it is a draft until its time.',
});

export const sentMailSchema = described(
  'SentMail',
  'A message that is queued, scheduled, or held until a person decides. Events report what becomes of it.',
  z.strictObject({
    id: z.string(),
    message_id: z.string(),
    thread_id: z.string(),
    status: sentStatusSchema,
    approval_id: z.string().optional(),
    created_at: timestampSchema,
  }),
  {
    id: 'The message’s id; of a scheduled one, the draft’s.',
    message_id: 'The same as `id`.',
    thread_id: 'The conversation it belongs to, or will belong to.',
    status: null,
    approval_id: 'The approval of a held message: wait for `approval.decided`. Absent if it is queued.',
  },
);
