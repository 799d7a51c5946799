import * as routes from '#shared/contract/routes/a2a-access.ts';
import { findInvitation, type Invitation, insertInvitation } from '#shared/data/entities/a2a/a2a-invitation.ts';
import {
  findPendingInvitation,
  incrementInvitationCount,
  insertPendingInvitation,
} from '#shared/data/entities/a2a/a2a-invitation-limits.ts';
import { rulesAbout } from '#shared/data/entities/a2a/a2a-rule.ts';
import { findIdentity, findIdentityByHandle, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isBlocked } from '#shared/domain/a2a/access.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DAY, SECOND } from '#shared/domain/time/time.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { appendInvitation } from './invitation-event.ts';
import { invitationRecord } from './invitation-record.ts';

const DEFAULT_LIFETIME = 7 * DAY;

/**
 * Invites an agent by its handle. Agents learn handles outside of the service, so an agent that is not in the directory
 * can be invited too. An agent that blocks the inviting agent is a 404, like an unknown one. While an invitation
 * between the two agents is pending, a repeated request returns it.
 *
 * See: docs/decisions/0010-a2a.md#invitations.
 */
export const createInvitation = operation(routes.createInvitation, async (context, { body }) => {
  const { actor, table, now, settings } = context;
  const [from, to] = await Promise.all([
    findIdentity(table, actor.organization.id, body.from_identity_id),
    findIdentityByHandle(table, body.to_handle),
  ]);
  if (from === undefined || to === undefined) throw notFound();
  if (from.id === to.id) throw invalid('to_handle', 'an agent other than the inviting one');
  const workerRules = await rulesAbout(table, to.id, from.handle);
  if (isBlocked({ callerRules: [], workerRules })) throw notFound();

  const pending = await pendingInvitation(table, from, to, now);
  if (pending !== undefined) return reply(invitationRecord(pending, now), { status: 200 });

  const { note = null, expires_in_seconds: seconds } = body;
  const lifetime = seconds === undefined ? DEFAULT_LIFETIME : seconds * SECOND;
  return write((tx) => {
    const createdAt = tx.nextTimestamp(from.organizationId, to.organizationId);
    const invitation: Invitation = {
      id: makeId('invitation', createdAt, randomPart()),
      from: invitedAgent(from),
      to: invitedAgent(to),
      note,
      status: 'pending',
      expiresAt: createdAt + lifetime,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.put(...insertInvitation(invitation), insertPendingInvitation(invitation, tx.now));
    if (from.organizationId !== to.organizationId) {
      tx.put(incrementInvitationCount(invitation, settings.limits.a2aInvitationsPerDay, tx.now));
    }
    appendInvitation(tx, invitation, actor);
    return reply(invitationRecord(invitation, now));
  });
});

async function pendingInvitation(
  table: Table,
  from: Identity,
  to: Identity,
  now: number,
): Promise<Invitation | undefined> {
  const pending = await findPendingInvitation(table, from.id, to.id, now);
  return pending && findInvitation(table, from.organizationId, pending.invitationId);
}

function invitedAgent({ id, organizationId, handle, displayName }: Identity) {
  return { identityId: id, organizationId, handle, displayName };
}
