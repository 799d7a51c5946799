import * as routes from '#shared/contract/routes/members.ts';
import { replaceMembers } from '#shared/data/entities/organization/members.ts';
import { findMemberships, putMembership } from '#shared/data/entities/organization/membership.ts';
import { isActive, requireOwnerLeft, withMember } from '#shared/domain/organization/member.ts';
import { isAdministrative } from '#shared/domain/organization/role.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { endMemberSessions } from './end-member-sessions.ts';
import { loadMember, requireOwnerFor } from './load-member.ts';
import { memberRecord } from './member-record.ts';

/**
 * Changes a role, of a member or of an invitation. The next request of the person has it. A change between a role that
 * does what an org key does and one that does not ends the sessions of the person in the organization.
 */
export const updateMember = operation(routes.updateMember, async (context, { params, body }) => {
  const { actor, table, now } = context;
  const { role } = body;
  const organizationId = actor.organization.id;
  requireOwnerFor(context, role);
  const { found, member } = await loadMember(context, params.id);
  const changed = { ...member, role };
  const record = await memberRecord(table, organizationId, changed);
  if (member.role === role) return reply(record);
  const members = withMember(found.members, member.id, changed);
  requireOwnerLeft(found.members, members);
  const changes = isActive(member) ? await changeMembership() : [];
  return write((tx) => {
    tx.put(replaceMembers(found, members), ...changes);
    tx.audit({ before: { ...record, role: member.role } });
    return reply(record);
  });

  async function changeMembership() {
    const membership = (await findMemberships(table, organizationId, [member.id])).get(member.id);
    if (membership === undefined) throw new Error('a member has no membership');
    const ends = isAdministrative(role) !== isAdministrative(member.role);
    const { name, slug, lastLoginAt } = membership;
    return [
      ...putMembership(member.id, { organizationId, name, slug, role, ...(lastLoginAt && { lastLoginAt }) }),
      ...(ends ? await endMemberSessions(table, { userId: member.id, organizationId }, now) : []),
    ];
  }
});
