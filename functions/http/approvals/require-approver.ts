import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { isApprover } from '#shared/services/approvals/is-approver.ts';

/**
 * Throws 403 if the settings name who decides about the agent, and the person is none of them. An org key is no person:
 * it may always decide.
 *
 * See: docs/contract/approvals.md#who-decides.
 */
export async function requireApprover(
  { table }: Pick<AuthenticatedContext, 'table'>,
  actor: Extract<Actor, { kind: 'org' }>,
  { organizationId, identityId }: Approval,
): Promise<void> {
  if (actor.session === undefined) return;
  if (isApprover(actor, await effectiveApprovalSettings(table, { organizationId, id: identityId }))) return;
  throw new AppError('auth.forbidden', 'The approval settings of the agent name others who decide.');
}
