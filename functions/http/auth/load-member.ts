import { findMembers, type Members } from '#shared/data/entities/organization/members.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import type { Member } from '#shared/domain/organization/member.ts';
import type { Role } from '#shared/domain/organization/role.ts';
import { requireRole } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

/** The member that a request is about, with all members. Throws 404, and 403 unless the caller may change an owner. */
export async function loadMember(
  { actor, table }: AuthenticatedContext,
  id: string,
): Promise<{ found: Members; member: Member }> {
  const found = await findMembers(table, actor.organization.id);
  const member = found.members.find((one) => one.id === id);
  if (member === undefined) throw notFound();
  requireOwnerFor({ actor }, member.role);
  return { found, member };
}

/** Throws 403 if the role is that of an owner and the caller is none: an admin may not appoint or remove owners. */
export function requireOwnerFor({ actor }: Pick<AuthenticatedContext, 'actor'>, role: Role): void {
  if (role === 'owner') requireRole(actor, 'owner');
}
