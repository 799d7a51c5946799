import { findMemberships } from '#shared/data/entities/organization/membership.ts';
import { findUsers } from '#shared/data/entities/organization/user.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isActive, type Member } from '#shared/domain/organization/member.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

/** Members in the form of the API. */
export async function memberRecords(table: Table, organizationId: string, members: readonly Member[]) {
  const ids = members.filter(isActive).map(({ id }) => id);
  const [memberships, users] = await Promise.all([findMemberships(table, organizationId, ids), findUsers(table, ids)]);
  const protectedIds = new Set(users.flatMap(({ id, hasSecondFactor }) => (hasSecondFactor === true ? [id] : [])));
  return members.map((member) => ({
    id: member.id,
    email: member.email,
    role: member.role,
    status: isActive(member) ? ('active' as const) : ('invited' as const),
    second_factor: protectedIds.has(member.id),
    last_login_at: timestampOrNull(memberships.get(member.id)?.lastLoginAt ?? null),
    created_at: timestamp(member.createdAt),
  }));
}

/** One member in the form of the API. */
export async function memberRecord(table: Table, organizationId: string, member: Member) {
  const [record] = await memberRecords(table, organizationId, [member]);
  if (record === undefined) throw new Error('a member has no record');
  return record;
}
