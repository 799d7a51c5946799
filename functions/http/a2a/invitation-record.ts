import type { Invitation } from '#shared/data/entities/a2a/a2a-invitation.ts';
import { statusAt } from '#shared/domain/a2a/invitation-status.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** An invitation at a time in the form of the API. See: docs/contract/a2a.md#invitations. */
export function invitationRecord(invitation: Invitation, now: number) {
  const { id, from, to, note, expiresAt, createdAt, updatedAt } = invitation;
  const record = {
    id,
    from_identity_id: from.identityId,
    from_handle: from.handle,
    to_identity_id: to.identityId,
    to_handle: to.handle,
    note,
    status: statusAt(invitation, now),
    expires_at: timestamp(expiresAt),
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  };
  return withOriginal(record, ['note']);
}
