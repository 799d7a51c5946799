import { z } from 'zod';

/**
 * The status of an invitation. `expired` is never stored, because it follows from the time. See:
 * docs/contract/a2a.md#invitations.
 */
export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;
export const invitationStatusSchema = z
  .enum(INVITATION_STATUSES)
  .meta({ id: 'InvitationStatus', description: 'The status of an invitation.' });

export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** The steps that close an invitation, and the side that may make each. */
export const INVITATION_STEPS = {
  accept: { to: 'accepted', by: 'receiver' },
  decline: { to: 'declined', by: 'receiver' },
  revoke: { to: 'revoked', by: 'sender' },
} as const;
export type InvitationStep = keyof typeof INVITATION_STEPS;

/** The status of an invitation at a time. */
export function statusAt(
  invitation: { status: Exclude<InvitationStatus, 'expired'>; expiresAt: number },
  now: number,
): InvitationStatus {
  return invitation.status === 'pending' && invitation.expiresAt <= now ? 'expired' : invitation.status;
}

/**
 * Whether a step can be made. To accept an invitation again changes nothing and is not an error; any other step on a
 * closed invitation is refused.
 *
 * See: docs/contract/a2a.md#invitations.
 */
export function invitationStep(status: InvitationStatus, step: InvitationStep): 'do' | 'same' | 'closed' {
  if (status === 'pending') return 'do';
  return status === 'accepted' && step === 'accept' ? 'same' : 'closed';
}
