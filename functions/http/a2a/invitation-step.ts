import { findInvitation, type Invitation, replaceInvitation } from '#shared/data/entities/a2a/a2a-invitation.ts';
import { removePendingInvitation } from '#shared/data/entities/a2a/a2a-invitation-limits.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import {
  INVITATION_STEPS,
  type InvitationStep,
  invitationStep,
  statusAt,
} from '#shared/domain/a2a/invitation-status.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { appendInvitation } from './invitation-event.ts';
import { invitationRecord } from './invitation-record.ts';

/**
 * Loads an invitation for a step of one of its parties, and returns whether the step is done already. Throws 403 for
 * the other party, and 404 for any other organization.
 *
 * See: docs/contract/a2a.md#invitations.
 */
export async function loadInvitationForStep(
  table: Table,
  actor: Actor,
  id: string,
  step: InvitationStep,
  now: number,
): Promise<{ invitation: Invitation; existing: boolean }> {
  const invitation = await findInvitation(table, actor.organization.id, id);
  if (invitation === undefined) throw notFound();
  const party = invitation[INVITATION_STEPS[step].by === 'sender' ? 'from' : 'to'];
  if (party.organizationId !== actor.organization.id) {
    throw new AppError('auth.forbidden', `Only the ${INVITATION_STEPS[step].by} may ${step} an invitation.`);
  }
  const result = invitationStep(statusAt(invitation, now), step);
  if (result === 'closed') throw new AppError('a2a.invitation_closed');
  return { invitation, existing: result === 'same' };
}

/**
 * Stages a step: both copies of the invitation, the removal of the guard of its pair, and the event of each
 * organization.
 */
export function stageInvitationStep(
  tx: TransactionBuilder,
  invitation: Invitation,
  step: InvitationStep,
  actor: Actor,
): Invitation {
  const updatedAt = tx.nextTimestamp(actor.organization.id);
  const next = { ...invitation, status: INVITATION_STEPS[step].to, updatedAt, version: invitation.version + 1 };
  tx.put(...replaceInvitation(next), removePendingInvitation(next));
  tx.audit({ before: invitationRecord(invitation, tx.now) });
  appendInvitation(tx, next, actor);
  return next;
}
