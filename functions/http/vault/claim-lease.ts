import * as routes from '#shared/contract/routes/vault.ts';
import { findApprovalOf } from '#shared/data/entities/approval/held-subject.ts';
import { findLease, replaceLease } from '#shared/data/entities/vault/lease.ts';
import { statusAt } from '#shared/domain/approval/approval.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { OUTCOME_ERRORS } from '#shared/domain/vault/lease-state.ts';
import { generateLeaseToken, hashLeaseToken } from '#shared/domain/vault/lease-token.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { leaseRecord } from './lease-record.ts';
import { leaseStatuses } from './lease-statuses.ts';

/**
 * Gives the token of an approved lease to the agent that asked for it, once. Its time begins with the claim.
 *
 * See: docs/contract/vault.md#held-leases.
 */
export const claimLease = operation(routes.claimLease, async (context, { params }) => {
  const { actor, table, now } = context;
  const organizationId = actor.organization.id;
  const lease = await findLease(table, organizationId, params.id, { strong: true });
  if (lease === undefined) throw await withoutLease(context, params.id);
  if (actor.kind !== 'agent' || lease.identityId !== actor.identity.id) throw notFound();
  const { unclaimedTtlSeconds: ttlSeconds, ...others } = lease;
  if (ttlSeconds === undefined) throw new AppError('vault.lease_claimed');
  const [status = 'revoked'] = await leaseStatuses(table, [lease], now);
  if (status !== 'active') throw new AppError(OUTCOME_ERRORS[status]);

  const token = generateLeaseToken();
  return write((tx) => {
    const claimed = {
      ...others,
      tokenHash: hashLeaseToken(token),
      expiresAt: Math.max(tx.now, lease.createdAt) + ttlSeconds * SECOND,
      version: lease.version + 1,
    };
    tx.put(replaceLease(claimed));
    return reply({ ...leaseRecord(claimed, 'active'), lease_token: token });
  });
});

/** Why there is no lease of this id: its approval is pending or has ended without it, or nothing was held. */
async function withoutLease({ actor, table, now }: AuthenticatedContext, id: string): Promise<AppError> {
  const approval = await findApprovalOf(table, actor.organization.id, id);
  if (actor.kind !== 'agent' || approval?.kind !== 'lease' || approval.identityId !== actor.identity.id) {
    return notFound();
  }
  const status = statusAt(approval, { now, generation: actor.identity.tokenGeneration });
  if (status === 'pending') return new AppError('approval.pending');
  // Approved since the lease was looked for: the next try finds it.
  if (status === 'approved') return new AppError('approval.pending', 'The approval has just taken effect: try again.');
  return new AppError('approval.closed', `The approval has ended: it is ${status}.`);
}
