import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { findMemberSettings } from '#shared/data/entities/organization/member-settings.ts';
import { findMemberships } from '#shared/data/entities/organization/membership.ts';
import { findUser, type User } from '#shared/data/entities/organization/user.ts';
import type { Table } from '#shared/data/table-client.ts';
import { includesRole, type Role } from '#shared/domain/organization/role.ts';

/** The least role of a person who decides. */
const DECIDING_ROLE: Role = 'approver';

export function mayDecide(role: Role): boolean {
  return includesRole(role, DECIDING_ROLE);
}

/** Whether approval settings let a person decide: they name the person, or no one. */
export function isNamed(approvers: readonly string[], email: string): boolean {
  return approvers.length === 0 || approvers.includes(email);
}

/** A person who may decide about an approval now. */
export interface Approver {
  readonly user: User;
  /**
   * Whether the person has to log in: because of a second factor, or because the organization requires one. A code that
   * was emailed would let a mailbox alone decide.
   */
  readonly hasToLogIn: boolean;
}

/**
 * The person if it may decide about an approval now; `undefined` for one who was removed, has another role by now, or
 * is not among those whom the settings name. By strongly consistent reads.
 *
 * See: docs/contract/approvals.md#who-decides.
 */
export async function findApprover(
  table: Table,
  { organizationId, identityId }: Pick<Approval, 'organizationId' | 'identityId'>,
  userId: string,
): Promise<Approver | undefined> {
  const [user, memberships, { approvers }, { requireSecondFactor }] = await Promise.all([
    findUser(table, userId),
    findMemberships(table, organizationId, [userId]),
    effectiveApprovalSettings(table, { organizationId, id: identityId }),
    findMemberSettings(table, organizationId),
  ]);
  const role = memberships.get(userId)?.role;
  if (user === undefined || role === undefined || !mayDecide(role) || !isNamed(approvers, user.email)) return undefined;
  return { user, hasToLogIn: hasToLogIn(user, requireSecondFactor) };
}

export function hasToLogIn({ hasSecondFactor }: Pick<User, 'hasSecondFactor'>, requireSecondFactor: boolean): boolean {
  return requireSecondFactor || hasSecondFactor === true;
}
