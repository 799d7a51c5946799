import * as routes from '#shared/contract/routes/members.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Grant, grantsBefore } from '#shared/data/entities/oauth/grant.ts';
import { replaceMembers } from '#shared/data/entities/organization/members.ts';
import { removeMembership } from '#shared/data/entities/organization/membership.ts';
import {
  findPendingInvitations,
  replacePendingInvitations,
} from '#shared/data/entities/organization/pending-invitation.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { isActive, requireOwnerLeft, withMember } from '#shared/domain/organization/member.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { endGrant } from '#shared/services/grants/end-grant.ts';
import { actorPayload } from '#shared/services/tasks/actor.ts';
import { endMemberSessions } from './end-member-sessions.ts';
import { loadMember } from './load-member.ts';
import { memberRecord } from './member-record.ts';

/** A transaction has at most 100 writes, and the end of a grant takes three. */
const MAX_GRANTS = 15;

/**
 * Removes a member, who keeps the account and other organizations, or withdraws an invitation. The sessions and grants
 * of the person end because each use of them reads the membership; they are also marked as ended, the newest first.
 *
 * See: docs/decisions/0089-members-and-roles.md#what-ends-with-a-membership.
 */
export const deleteMember = operation(routes.deleteMember, async (context, { params }) => {
  const { actor, table, now } = context;
  const organizationId = actor.organization.id;
  const { found, member } = await loadMember(context, params.id);
  const members = withMember(found.members, member.id, undefined);
  requireOwnerLeft(found.members, members);
  const record = await memberRecord(table, organizationId, member);
  const changes = isActive(member) ? await endMembership() : await withdraw();
  const grants = isActive(member) ? await grantsOf(table, organizationId, member.id) : [];
  return write((tx) => {
    tx.put(replaceMembers(found, members), ...changes);
    tx.audit({ before: record, after: null });
    for (const grant of grants) endGrant(tx, grant, { reason: 'requested', actor: actorPayload(actor) });
    return noContent();
  });

  async function endMembership() {
    const ref = { userId: member.id, organizationId };
    return [...removeMembership(ref), ...(await endMemberSessions(table, ref, now))];
  }

  async function withdraw() {
    const pending = await findPendingInvitations(table, member.email);
    const others = pending.invitations.filter(({ id }) => id !== member.invitationId);
    return [replacePendingInvitations(pending, others)];
  }
});

/** The newest grants of a person that have not ended. */
function grantsOf(table: Table, organizationId: string, userId: string): Promise<Grant[]> {
  const grants = new BoundedRead(grantsBefore(table, organizationId, undefined));
  return collect(grants, MAX_GRANTS, ({ memberId, revokedAt }) => memberId === userId && revokedAt === null);
}
