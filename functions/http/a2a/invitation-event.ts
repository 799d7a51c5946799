import { type Invitation, partiesOf } from '#shared/data/entities/a2a/a2a-invitation.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { EventType } from '#shared/domain/log/events.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { actorPayload } from '#shared/services/tasks/actor.ts';

type InvitationEvent = Extract<EventType, `a2a.invitation.${string}`>;

/** The event of each step. `to`: the agent that an event within one organization belongs to. */
const STEP_EVENTS: Record<Invitation['status'], { type: InvitationEvent; to: 'from' | 'to' }> = {
  pending: { type: 'a2a.invitation.created', to: 'to' },
  accepted: { type: 'a2a.invitation.accepted', to: 'from' },
  declined: { type: 'a2a.invitation.declined', to: 'from' },
  revoked: { type: 'a2a.invitation.revoked', to: 'to' },
};

/**
 * Appends the event of an invitation's step to the logs of both organizations, or once if they are the same.
 *
 * See: docs/contract/events.md#event-types; docs/contract/a2a.md#invitations.
 */
export function appendInvitation(tx: TransactionBuilder, invitation: Invitation, actor: Actor): void {
  const { id, from, to, status } = invitation;
  const { type, to: recipient } = STEP_EVENTS[status];
  const payload = {
    invitationId: id,
    change: status,
    status,
    fromIdentityId: from.identityId,
    fromHandle: from.handle,
    toIdentityId: to.identityId,
    toHandle: to.handle,
    actor: actorPayload(actor),
  };
  const agents = [from, to].map(({ identityId, handle, displayName }) => ({
    id: identityId,
    handle,
    display_name: displayName,
  }));
  const parties = partiesOf(invitation);
  for (const party of parties) {
    const agent = parties.length === 1 ? invitation[recipient] : from.organizationId === party ? from : to;
    tx.appendEvent(party, { type, identityId: agent.identityId, aggregateId: id, payload, agents });
  }
}
