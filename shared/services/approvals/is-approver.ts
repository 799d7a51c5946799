import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import { includesRole } from '#shared/domain/organization/role.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';

/**
 * Whether a caller is a person who decides about an agent: a member with the role for it, whom the settings name if
 * they name anyone. An org key is no person.
 *
 * See: docs/contract/approvals.md#who-decides.
 */
export function isApprover(actor: Actor, { approvers }: Pick<ApprovalSettings, 'approvers'>): boolean {
  if (actor.kind !== 'org' || actor.session === undefined || !includesRole(actor.role, 'approver')) return false;
  return approvers.length === 0 || approvers.includes(actor.session.email);
}
