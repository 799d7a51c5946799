import type { ErrorCode } from '../errors/errors.ts';

/** The states of a lease. See: docs/contract/vault.md#leases. */
export const LEASE_STATUSES = ['active', 'exhausted', 'expired', 'revoked'] as const;
export type LeaseStatus = (typeof LEASE_STATUSES)[number];

/** What the state of a lease follows from. */
export interface LeaseTerms {
  maxUses: number;
  useCount: number;
  expiresAt: number;
  revokedAt: number | null;
  /** The generations of its secret and its identity when it was created. */
  secretGeneration: number;
  identityGeneration: number;
}

/** The present generations. `secret` is undefined once the secret is deleted. A lease of no identity has 0. */
export interface LeaseGenerations {
  secret: number | undefined;
  identity: number;
}

/**
 * The state of a lease. A revocation of all leases of a secret or an identity moves a generation on, which revokes any
 * number of leases by one write.
 *
 * See: docs/decisions/0023-vault.md.
 */
export function leaseStatus(lease: LeaseTerms, present: LeaseGenerations, now: number): LeaseStatus {
  if (lease.revokedAt !== null) return 'revoked';
  if (lease.useCount >= lease.maxUses) return 'exhausted';
  if (lease.secretGeneration !== present.secret || lease.identityGeneration !== present.identity) return 'revoked';
  return lease.expiresAt > now ? 'active' : 'expired';
}

/** The results of redemptions, as the audit lists them. */
export const REDEMPTION_OUTCOMES = [
  'redeemed',
  'wrong_agent',
  'wrong_token',
  'suspended',
  'proof_invalid',
  'revoked',
  'exhausted',
  'expired',
] as const;
export type RedemptionOutcome = (typeof REDEMPTION_OUTCOMES)[number];

/** The error of each refused outcome. */
export const OUTCOME_ERRORS = {
  wrong_agent: 'resource.not_found',
  wrong_token: 'resource.not_found',
  suspended: 'identity.suspended',
  proof_invalid: 'vault.proof_invalid',
  revoked: 'vault.lease_revoked',
  exhausted: 'vault.lease_exhausted',
  expired: 'vault.lease_expired',
} as const satisfies Record<Exclude<RedemptionOutcome, 'redeemed'>, ErrorCode>;
