import { z } from 'zod';
import { DRAFT_STATUSES } from '#shared/domain/mail/draft-schedule.ts';
import { described } from '#shared/domain/schema/described.ts';
import { countSchema, idSchema, namedTexts, timestampSchema } from './common.ts';
import { addresses } from './mail.ts';
import { ATTACHMENTS_FIT, fitAttachments, MAIL_FIELD_TEXTS, mailFields } from './outgoing-mail.ts';
import { extending } from './rules.ts';

/** Drafts of emails. See: docs/contract/mail.md#drafts. */

type Nullish<S extends Record<string, z.ZodType>> = { [Field in keyof S]: z.ZodOptional<z.ZodNullable<S[Field]>> };

const nullish = <S extends Record<string, z.ZodType>>(fields: S) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.nullish()])) as Nullish<S>;

/** The fields of a message to send; any of them may be missing, and null deletes what a draft has. */
export const draftBody = described(
  'NewMailDraft',
  'A draft, or what to change of one. Any field may be missing; null deletes its value.',
  z.strictObject(nullish(mailFields)).refine(({ attachments }) => fitAttachments(attachments ?? []), {
    path: ['attachments'],
    message: ATTACHMENTS_FIT,
  }),
  {
    ...MAIL_FIELD_TEXTS,
    to: 'The recipients.',
    subject: 'The subject.',
    allow_reply_to: 'As in a message to send.',
    automated: 'As in a message to send.',
    quote: 'Whether to add the message that is replied to.',
    unsubscribe: 'Whether to let its one recipient unsubscribe.',
    mailbox_id: 'The mailbox to send from.',
    send_at: 'When to send it, at most 30 days after it was created; null: not until it is asked for.',
  },
);

export type DraftBody = z.output<typeof draftBody>;

const draftFileSchema = described(
  'DraftAttachment',
  'A file of a draft.',
  z.strictObject({
    filename: z.string(),
    content_type: z.string(),
    size: countSchema,
    content_id: z.string().nullable(),
  }),
  {
    filename: 'The name of the file.',
    content_type: 'The media type.',
    size: 'The size in bytes, decoded.',
    content_id: 'The id by which the HTML refers to it.',
  },
);

const draftStatusSchema = z.enum(DRAFT_STATUSES).meta({
  id: 'MailDraftStatus',
  description: 'Whether a draft waits for its sender or for its time, or is over.',
});

const flag = z.boolean();

const draftFields = {
  id: z.string(),
  identity_id: z.string(),
  status: draftStatusSchema,
  to: addresses,
  cc: addresses,
  bcc: addresses,
  reply_to: addresses,
  subject: z.string().nullable(),
  in_reply_to_message_id: z.string().nullable(),
  reply_all: flag,
  allow_reply_to: flag,
  automated: flag,
  quote: flag,
  unsubscribe: flag,
  variables: namedTexts,
  attachments: z.array(draftFileSchema),
  headers: namedTexts,
  mailbox_id: z.string().nullable(),
  send_at: timestampSchema.nullable(),
  message_id: z.string().nullable(),
  detail: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

const draftTexts = {
  ...MAIL_FIELD_TEXTS,
  id: 'The draft’s id.',
  identity_id: 'The agent that it belongs to.',
  status: null,
  to: 'The recipients.',
  subject: 'The subject.',
  allow_reply_to: 'As it was given.',
  automated: 'As it was given.',
  quote: 'As it was given.',
  unsubscribe: 'As it was given.',
  variables: 'The values of the placeholders.',
  attachments: 'Its files, without their bytes.',
  headers: 'Additional header fields.',
  mailbox_id: 'The mailbox to send from, if one was named.',
  send_at: 'When it is sent; null if that has no time.',
  message_id: 'The message that was sent.',
  detail: 'Why it was not sent at its time.',
} as const;

const { text: _text, html: _html, ...listedTexts } = draftTexts;

export const draftSchema = described(
  'MailDraft',
  'A draft, without its text.',
  z.strictObject(draftFields),
  listedTexts,
);

export const draftsSchema = described(
  'MailDraftList',
  'A page of drafts.',
  z.strictObject({ drafts: z.array(draftSchema) }),
  { drafts: null },
);

export const fullDraftSchema = described(
  'FullMailDraft',
  'A draft with its text, which it has until it is sent or canceled.',
  z.strictObject({ ...draftFields, text: z.string().nullable(), html: z.string().nullable() }),
  draftTexts,
  extending('MailDraft'),
);

export const draftParams = z.strictObject({ id: idSchema, did: idSchema });
