import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { insertLease } from '#shared/data/entities/vault/lease.ts';
import { checkSecretUnchanged, findSecret } from '#shared/data/entities/vault/secret.ts';
import type { HeldLease } from '#shared/domain/approval/held-lease.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { generateLeaseToken, hashLeaseToken } from '#shared/domain/vault/lease-token.ts';
import type { ActionKind } from './effect.ts';

/**
 * A held lease: approved, it exists, and its agent claims the token. Until then it has the hash of a token that no one
 * knows, so that no release can redeem it.
 */
export const leaseAction: ActionKind = {
  async approve({ table }, approval, { identity }) {
    const { organizationId, subjectId, contentHash } = approval;
    const terms = heldLeaseOf(approval);
    const secret = await findSecret(table, organizationId, terms.secretId);
    if (secret === undefined) return { refused: 'The secret was deleted.' };
    if (secret.version !== terms.secretVersion) return { refused: 'The secret was rotated: it has another value.' };
    return {
      contentHash,
      stage: (tx, at) => {
        const claimableUntil = Math.max(approval.expiresAt, at + terms.ttlSeconds * SECOND);
        tx.put(
          checkSecretUnchanged(secret),
          ...insertLease({
            id: subjectId,
            organizationId,
            secretId: terms.secretId,
            secretVersion: terms.secretVersion,
            identityId: identity.id,
            tokenHash: hashLeaseToken(generateLeaseToken()),
            purpose: terms.purpose,
            ...(terms.hosts.length > 0 && { hosts: [...terms.hosts] }),
            maxUses: terms.maxUses,
            useCount: 0,
            expiresAt: claimableUntil,
            revokedAt: null,
            secretGeneration: secret.leaseGeneration,
            identityGeneration: identity.leaseGeneration ?? 0,
            lastRedeemedAt: null,
            unclaimedTtlSeconds: terms.ttlSeconds,
            // As old as its id: lists are sorted by both.
            createdAt: timeOfId('lease', subjectId),
            version: 1,
          }),
        );
      },
    };
  },

  // A lease that was not approved does not exist.
  end: async () => () => {},
};

/** What the agent has asked for. */
export function heldLeaseOf({ id, lease }: Approval): HeldLease {
  if (lease === undefined) throw new Error(`the approval ${id} has no lease`);
  return lease;
}
