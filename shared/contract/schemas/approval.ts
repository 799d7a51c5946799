import { z } from 'zod';
import { approvalKindSchema, approvalStatusSchema } from '#shared/domain/approval/approval.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { previewSchema } from './approval-preview.ts';
import { ABOUT_AGENT, filterSchema, pageFields, timestampSchema } from './common.ts';
import { bodySchema, subjectSchema } from './outgoing-mail.ts';
import { recipientsSchema } from './recipients.ts';
import { NOT_EMPTY } from './rules.ts';

/** Actions that wait for a person. See: docs/contract/approvals.md. */
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
