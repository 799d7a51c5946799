import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Lease } from '#shared/data/entities/vault/lease.ts';
import type { SecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { leaseStatus, OUTCOME_ERRORS, type RedemptionOutcome } from '#shared/domain/vault/lease-state.ts';
import { isLeaseToken } from '#shared/domain/vault/lease-token.ts';
import type { Proof } from '#shared/domain/vault/proof.ts';
import { type Actor, mayUse } from '#shared/runtime/pipeline/actor.ts';
import { proofProblem } from './proof-problem.ts';

/** What a redemption is decided on. */
export interface RedemptionAttempt {
  actor: Actor;
  lease: Lease;
  /** The identity of the lease; undefined if only org keys may redeem it. */
  identity: Identity | undefined;
  /** Undefined if the secret is deleted. */
  stored: SecretValue | undefined;
  token: string;
  proof: Proof | undefined;
  isNonceUsed: boolean;
  now: number;
}

export type RedemptionDecision =
  | { outcome: 'redeemed'; stored: SecretValue }
  /** `usesNonce`: the proof was valid, so it counts although the redemption is refused for another reason. */
  | { outcome: Exclude<RedemptionOutcome, 'redeemed'>; error: AppError; usesNonce: boolean };

/**
 * Decides on a redemption. A caller without the token learns nothing about the lease. The other errors are in the usual
 * order: 403 before 409.
 *
 * See: docs/contract/vault.md#redemptions.
 */
export function decideRedemption(attempt: RedemptionAttempt): RedemptionDecision {
  const { actor, lease, identity, stored, token, proof, isNonceUsed, now } = attempt;
  if (!mayUse(actor, lease)) return refused('wrong_agent');
  if (!isLeaseToken(token, lease.tokenHash)) return refused('wrong_token');
  if (identity?.status === 'suspended') return refused('suspended');
  const problem = proofProblem({
    identity,
    action: 'redeem',
    resourceId: lease.id,
    proof,
    isNeeded: identity?.keypair !== undefined,
    isNonceUsed,
    now,
  });
  if (problem !== undefined) return refused('proof_invalid', { message: problem });
  const present = { secret: stored?.leaseGeneration, identity: identity?.leaseGeneration ?? 0 };
  const status = leaseStatus(lease, present, now);
  if (status !== 'active' || stored === undefined) {
    return refused(status === 'active' ? 'revoked' : status, { usesNonce: proof !== undefined });
  }
  return { outcome: 'redeemed', stored };
}

function refused(
  outcome: Exclude<RedemptionOutcome, 'redeemed'>,
  { message, usesNonce = false }: { message?: string; usesNonce?: boolean } = {},
): RedemptionDecision {
  return { outcome, error: new AppError(OUTCOME_ERRORS[outcome], message), usesNonce };
}
