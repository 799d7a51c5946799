import { z } from 'zod';
import { approvalKindSchema, approvalStatusSchema, holdCodeSchema } from '../approval/approval.ts';
import { described } from '../schema/described.ts';
import { actor } from './event-actor.ts';

/** The payloads of the events of approvals. See: docs/contract/events.md#event-types. */
const text = z.string();

const ofApproval = {
  approvalId: 'The approval.',
  kind: null,
  status: null,
  subjectId: 'What is held: the id of a message, a lease, a tunnel or a task.',
} as const;

const holdReason = described(
  'EventApprovalReason',
  'A reason for which an action is held.',
  z.strictObject({ code: holdCodeSchema, address: text.optional(), host: text.optional(), source: text.optional() }),
  {
    code: null,
    address: 'The recipient that it is about.',
    host: 'The host of a link that it is about.',
    source: 'Where the address or host came from.',
  },
);

export const approvalRequestedPayload = described(
  'ApprovalRequestedPayload',
  'An action of the agent is held until a person decides.',
  z.strictObject({
    approvalId: text,
    kind: approvalKindSchema,
    status: approvalStatusSchema,
    subjectId: text,
    reason: text.nullable(),
    reasons: z.array(holdReason),
    actor: actor.nullable(),
  }),
  { ...ofApproval, reason: 'Null.', reasons: 'Why it is held.', actor: 'The agent.' },
);

const finalContent = described(
  'FinalMailContent',
  'An email as an approver has edited it.',
  z.strictObject({
    subject: text,
    text: text.nullable(),
    html: text.nullable(),
    to: z.array(text),
    cc: z.array(text),
    bcc: z.array(text),
  }),
  {
    subject: 'The subject.',
    text: 'The text.',
    html: 'The HTML.',
    to: 'The recipients.',
    cc: 'The recipients of copies.',
    bcc: 'The recipients of blind copies.',
  },
);

export const approvalDecidedPayload = described(
  'ApprovalDecidedPayload',
  'An approval has ended.',
  z.strictObject({
    approvalId: text,
    kind: approvalKindSchema,
    status: approvalStatusSchema,
    subjectId: text,
    reason: text.nullable(),
    actor: actor.nullable(),
    content: finalContent.optional(),
  }),
  {
    ...ofApproval,
    reason: 'Why it was denied, or what refused the effect.',
    actor: 'Who has decided; null if no one has.',
    content: 'What is sent, if the approver has edited it. Do not send the original again.',
  },
);
