import { z } from 'zod';
import { approvalKindSchema, approvalStatusSchema, holdCodeSchema } from '#shared/domain/approval/approval.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { ABOUT_AGENT, countSchema, filterSchema, pageFields, timestampSchema } from './common.ts';
import { addressSchema } from './mail.ts';
import { bodySchema, subjectSchema } from './outgoing-mail.ts';
import { recipientsSchema } from './recipients.ts';
import { NOT_EMPTY } from './rules.ts';

/** Actions that wait for a person. See: docs/contract/approvals.md. */
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

const previewSchema = described(
  'ApprovalPreview',
  'What will happen.',
  z.strictObject({
    summary: z.string(),
    reasons: z.array(reasonSchema),
    mail: mailPreviewSchema.nullable(),
    lease: leasePreviewSchema.nullable(),
  }),
  {
    summary: 'In one line.',
    reasons: 'Why it is held.',
    mail: 'The email; null for another kind.',
    lease: 'The lease; null for another kind.',
  },
);

export const approvalSchema = described(
  'Approval',
  'An action of an agent that waits for a person, or has.',
  z.strictObject({
    id: z.string(),
    kind: approvalKindSchema,
    status: approvalStatusSchema,
    identity_id: z.string(),
    subject_id: z.string(),
    content_hash: z.string(),
    preview: previewSchema,
    reason: z.string().nullable(),
    requested_at: timestampSchema,
    expires_at: timestampSchema,
    decided_at: timestampSchema.nullable(),
    decided_by: z.string().nullable(),
  }),
  {
    id: 'The approval’s id.',
    kind: null,
    status: null,
    identity_id: 'The agent.',
    subject_id: 'What is held: the id of a message, a lease, a tunnel or a task.',
    content_hash: 'The SHA-256 of everything that will happen. A person approves this hash.',
    preview: null,
    reason: 'Why it was denied, or what refused its effect.',
    requested_at: 'When the agent asked for it.',
    expires_at: 'When it is denied if no one decides.',
    decided_at: 'When it ended.',
    decided_by: 'The id of the person or the org key that decided.',
  },
);

export const approvalsSchema = described(
  'ApprovalList',
  'A page of approvals.',
  z.strictObject({ approvals: z.array(approvalSchema) }),
  { approvals: null },
);

export const approvalsQuery = explained(
  z.strictObject({ ...pageFields, status: approvalStatusSchema.optional(), identity_id: filterSchema.optional() }),
  { status: 'Only approvals with this status.', identity_id: ABOUT_AGENT },
);

const editsSchema = described(
  'MailEdits',
  'What the approver changes of an email.',
  z
    .strictObject({
      subject: subjectSchema.optional(),
      text: bodySchema.optional(),
      html: bodySchema.optional(),
      to: recipientsSchema.optional(),
      cc: recipientsSchema.optional(),
      bcc: recipientsSchema.optional(),
    })
    .refine((edits) => Object.values(edits).some((edit) => edit !== undefined), 'at least one field'),
  {
    subject: 'The subject.',
    text: 'The whole text. Without html the email has no HTML then.',
    html: 'The whole HTML. Without text it becomes the text too.',
    to: 'The recipients.',
    cc: 'The recipients of copies.',
    bcc: 'The recipients of blind copies.',
  },
  NOT_EMPTY,
);

export const approveBody = described(
  'ApproveAction',
  'What is approved.',
  z.strictObject({
    content_hash: z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal'),
    edits: editsSchema.optional(),
  }),
  {
    content_hash: 'The `content_hash` of the approval as the approver has read it.',
    edits: null,
  },
);

export const denyBody = described(
  'DenyAction',
  'Why an action is denied.',
  z.strictObject({ reason: z.string().min(1, 'at least 1 character').max(500, 'at most 500 characters').optional() }),
  { reason: 'A text for the agent.' },
);
