import { z } from 'zod';
import { invitationStatusSchema } from '#shared/domain/a2a/invitation-status.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { idSchema, noteSchema, originalSchema, pageFields, timestampSchema } from './common.ts';

/** Invitations between agents. See: docs/contract/a2a.md#invitations. */
const MAX_DAYS = 90;
const MAX_SECONDS = MAX_DAYS * 86_400;

export const createInvitationBody = described(
  'CreateInvitation',
  'A new invitation from an agent of the organization to another agent.',
  z.strictObject({
    from_identity_id: idSchema,
    to_handle: z.string().min(1, 'at least 1 character').max(200, 'at most 200 characters'),
    note: noteSchema.optional(),
    expires_in_seconds: z
      .int()
      .min(1, 'at least 1')
      .max(MAX_SECONDS, `at most ${MAX_SECONDS} (${MAX_DAYS} days)`)
      .optional(),
  }),
  {
    from_identity_id: 'The agent that invites.',
    to_handle: 'The handle of the agent that is invited.',
    note: 'A text for the other organization.',
    expires_in_seconds: 'How long the invitation can be accepted. Seven days by default.',
  },
);

const invitationRoleSchema = z
  .enum(['sent', 'received'])
  .meta({ id: 'InvitationRole', description: 'Whether the organization sent or received the invitation.' });

export const invitationsQuery = explained(
  z.strictObject({
    role: invitationRoleSchema.optional(),
    status: invitationStatusSchema.optional(),
    ...pageFields,
  }),
  {
    role: 'Only invitations that the organization sent, or only those that it received.',
    status: 'Only invitations in this status.',
  },
);

export const invitationSchema = described(
  'Invitation',
  'An invitation of one agent to another. Once accepted, each can reach the other.',
  z.strictObject({
    id: z.string(),
    from_identity_id: z.string(),
    from_handle: z.string(),
    to_identity_id: z.string(),
    to_handle: z.string(),
    note: z.string().nullable(),
    status: invitationStatusSchema,
    expires_at: timestampSchema,
    original: originalSchema.optional(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  {
    id: 'The invitation’s id.',
    from_identity_id: 'The agent that invites.',
    from_handle: 'Its handle.',
    to_identity_id: 'The agent that is invited.',
    to_handle: 'Its handle.',
    note: 'A text for the other organization.',
    status: null,
    expires_at: 'Until when it can be accepted.',
    original: null,
  },
);

export const invitationsSchema = described(
  'InvitationList',
  'A page of invitations.',
  z.strictObject({ invitations: z.array(invitationSchema) }),
  { invitations: null },
);
