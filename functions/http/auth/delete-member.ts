import * as routes from '#shared/contract/routes/members.ts';
import { replaceMembers } from '#shared/data/entities/organization/members.ts';
import { removeMembership } from '#shared/data/entities/organization/membership.ts';
import {
  findPendingInvitations,
  replacePendingInvitations,
} from '#shared/data/entities/organization/pending-invitation.ts';
import { isActive, requireOwnerLeft, withMember } from '#shared/domain/organization/member.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { endMemberSessions } from './end-member-sessions.ts';
import { loadMember } from './load-member.ts';

/** Removes a member, who keeps the account and other organizations, or withdraws an invitation. */
export const deleteMember = operation(routes.deleteMember, async (context, { params }) => {
  const { actor, table, now } = context;
  const organizationId = actor.organization.id;
  const { found, member } = await loadMember(context, params.id);
  const members = withMember(found.members, member.id, undefined);
  requireOwnerLeft(found.members, members);
  const changes = isActive(member) ? await endMembership() : await withdraw();
  return write((tx) => {
    tx.put(replaceMembers(found, members), ...changes);
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
