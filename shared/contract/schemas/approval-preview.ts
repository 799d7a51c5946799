import { z } from 'zod';
import { holdCodeSchema } from '#shared/domain/approval/approval.ts';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { partSchema } from './a2a-part.ts';
import { taskAgentSchema } from './a2a-task-record.ts';
import { countSchema, metadataSchema } from './common.ts';
import { addressSchema } from './mail.ts';

/** What an approval is about. See: docs/contract/approvals.md#approval-record. */
const people = z.array(addressSchema);

const reasonSchema = described(
  'ApprovalReason',
  'A reason for which an action is held.',
  z.strictObject({
    code: holdCodeSchema,
    address: z.string().nullable(),
    host: z.string().nullable(),
    source: z.string().nullable(),
  }),
  {
    code: null,
    address: 'The recipient that it is about.',
    host: 'The host of a link that it is about.',
    source: 'Where the address or the host came from, if that is known.',
  },
);

const fileSchema = described(
  'PreviewFile',
  'A file that will be sent.',
  z.strictObject({
    filename: z.string().nullable(),
    content_type: z.string(),
    size: countSchema,
    sha256: z.string().nullable(),
  }),
  {
    filename: 'Its name.',
    content_type: 'The media type.',
    size: 'The size in bytes, decoded.',
    sha256: 'The hash of its bytes, in hexadecimal.',
  },
);

const answeredSchema = described(
  'PreviewAnswered',
  'The message that an email answers or forwards.',
  z.strictObject({ message_id: z.string(), from: people, subject: z.string(), snippet: z.string() }),
  {
    message_id: 'Its id.',
    from: 'Its authors.',
    subject: 'Its subject.',
    snippet: 'The beginning of its text.',
  },
);

const mailPreviewSchema = described(
  'MailPreview',
  'An email as its recipients will get it.',
  z.strictObject({
    from: people,
    to: people,
    cc: people,
    bcc: people,
    reply_to: people,
    subject: z.string(),
    snippet: z.string(),
    text: z.string().nullable().optional(),
    html_text: z.string().nullable().optional(),
    attachments: z.array(fileSchema),
    answers: answeredSchema.nullable(),
  }),
  {
    from: 'The agent.',
    to: 'The recipients.',
    cc: 'The recipients of copies.',
    bcc: 'The recipients of blind copies.',
    reply_to: 'Where replies will go.',
    subject: 'The subject.',
    snippet: 'The beginning of the text.',
    text: 'The text as a person sees it; null if its files have expired. Only when one approval is read.',
    html_text: 'What a person sees of the HTML, if the email has a text too. Only when one approval is read.',
    attachments: 'Its files.',
    answers: 'The message that it answers or forwards; null for another one.',
  },
);

const leasePreviewSchema = described(
  'LeasePreview',
  'A lease as it will be created.',
  z.strictObject({
    secret_id: z.string(),
    secret_name: z.string(),
    secret_version: countSchema,
    purpose: z.string().nullable(),
    max_uses: countSchema,
    ttl_seconds: countSchema,
    hosts: z.array(z.string()),
  }),
  {
    secret_id: 'The secret.',
    secret_name: 'The secret’s name.',
    secret_version: 'The version of its value.',
    purpose: 'What the agent says that it needs the value for.',
    max_uses: 'How many times it can be redeemed.',
    ttl_seconds: 'How many seconds it lasts.',
    hosts: 'The hosts that the value may be sent to; empty: not restricted.',
  },
);

const tunnelPreviewSchema = described(
  'TunnelPreview',
  'A tunnel as it will be created.',
  z.strictObject({ name: z.string().nullable(), host: z.string(), metadata: metadataSchema }),
  {
    name: 'The name that people see.',
    host: 'The host of its public address; `*` for a label that cannot be guessed.',
    metadata: null,
  },
);

const taskPreviewSchema = described(
  'TaskPreview',
  'A task as its agent will get it.',
  z.strictObject({
    to: taskAgentSchema,
    context_id: z.string().nullable(),
    snippet: z.string(),
    parts: z.array(partSchema).optional(),
    message: jsonObjectSchema.nullable().optional(),
    metadata: jsonObjectSchema.optional(),
    push_url: z.string().nullable(),
  }),
  {
    to: 'The agent that it is for.',
    context_id: 'The context that it continues; null for a new one.',
    snippet: 'The beginning of its texts.',
    parts: 'Its content. Only when one approval is read.',
    message:
      'What its message has besides the parts: metadata, extensions, other tasks. Only when one approval is read.',
    metadata: 'The sender’s own data, which the agent gets too. Only when one approval is read.',
    push_url: 'Where the steps of the task will be reported; null for nowhere.',
  },
);

export const previewSchema = described(
  'ApprovalPreview',
  'What will happen.',
  z.strictObject({
    summary: z.string(),
    reasons: z.array(reasonSchema),
    mail: mailPreviewSchema.nullable(),
    lease: leasePreviewSchema.nullable(),
    tunnel: tunnelPreviewSchema.nullable(),
    task: taskPreviewSchema.nullable(),
  }),
  {
    summary: 'In one line.',
    reasons: 'Why it is held.',
    mail: 'The email; null for another kind.',
    lease: 'The lease; null for another kind.',
    tunnel: 'The tunnel; null for another kind.',
    task: 'The task; null for another kind.',
  },
);
