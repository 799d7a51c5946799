import * as routes from '#shared/contract/routes/vault.ts';
import { findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import { findLease, type Lease, replaceLease } from '#shared/data/entities/vault/lease.ts';
import { insertProofNonce, isNonceUsed } from '#shared/data/entities/vault/proof-nonce.ts';
import { insertRedemption } from '#shared/data/entities/vault/redemption.ts';
import { findSecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { leaseStatus } from '#shared/domain/vault/lease-state.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { decideRedemption } from './decide-redemption.ts';
import { leaseRecord } from './lease-record.ts';
import { recordSuspendedRedeemer, redemptionBy } from './redemption-by.ts';
import { openValue } from './sealed-value.ts';

/**
 * The requests that have run once. What the first run reads cheaply, a second run has to read with strong consistency.
 */
const ran = new WeakSet<AuthenticatedContext>();

/**
 * The decision rests on rows that the transaction does not contain. A caller could keep it in conflict for seconds, by
 * other redemptions of the lease, and outlast a suspension.
 */
const STRICT = { reloadOnConflict: true };

export const redeemLease = operation(
  routes.redeemLease,
  async (context, { params, body: { lease_token: token, proof } }) => {
    const { actor, table } = context;
    const organizationId = actor.organization.id;
    const isRerun = ran.has(context);
    ran.add(context);
    if (isRerun) await confirmKey(context);
    const lease = await findLease(table, organizationId, params.id, { strong: isRerun });
    if (lease === undefined) throw notFound();
    const [identity, stored, nonceUsed, keyring] = await Promise.all([
      identityOf(context, lease, isRerun),
      findSecretValue(table, organizationId, lease.secretId),
      isRerun && proof !== undefined && lease.identityId !== null
        ? isNonceUsed(table, lease.identityId, proof.nonce)
        : false,
      context.keyring(),
    ]);

    return write((tx) => {
      const { now } = tx;
      const attempt = { actor, lease, identity, stored, token, proof, isNonceUsed: nonceUsed, now };
      const decision = decideRedemption(attempt);
      const useNonce = () => {
        if (lease.identityId !== null && proof !== undefined) tx.put(insertProofNonce(lease.identityId, proof));
      };
      if (decision.outcome !== 'redeemed') {
        if (decision.usesNonce) useNonce();
        tx.put(
          insertRedemption(lease.id, redemptionBy(context, { at: now, outcome: decision.outcome, version: null })),
        );
        return reject(decision.error);
      }

      const { version, leaseGeneration, sealed } = decision.stored;
      const used: Lease = {
        ...lease,
        useCount: lease.useCount + 1,
        lastRedeemedAt: Math.max(now, lease.createdAt, lease.lastRedeemedAt ?? 0),
        version: lease.version + 1,
      };
      useNonce();
      tx.put(
        replaceLease(used),
        insertRedemption(lease.id, redemptionBy(context, { at: now, outcome: 'redeemed', version })),
      );
      const present = { secret: leaseGeneration, identity: identity?.leaseGeneration ?? 0 };
      return reply({
        value: openValue(keyring, { organizationId, secretId: lease.secretId, version }, sealed),
        version,
        hosts: used.hosts ?? [],
        lease: leaseRecord(used, leaseStatus(used, present, now)),
      });
    }, STRICT);
  },
  { recordSuspended: recordSuspendedRedeemer },
);

/** The identity of a lease by a strongly consistent read. The first run has it from authentication. */
async function identityOf(
  { actor, table }: AuthenticatedContext,
  { organizationId, identityId }: Lease,
  isRerun: boolean,
): Promise<Identity | undefined> {
  if (identityId === null) return undefined;
  if (!isRerun && actor.kind === 'agent' && actor.identity.id === identityId) return actor.identity;
  return findIdentity(table, organizationId, identityId);
}

/** Authenticates the caller again. A suspended agent is left to the decision, which is recorded. */
async function confirmKey({ confirmAccess }: AuthenticatedContext): Promise<void> {
  try {
    await confirmAccess();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'identity.suspended') throw error;
  }
}
