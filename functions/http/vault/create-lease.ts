import * as routes from '#shared/contract/routes/vault.ts';
import { insertLease, type Lease } from '#shared/data/entities/vault/lease.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { generateLeaseToken, hashLeaseToken } from '#shared/domain/vault/lease-token.ts';
import { LEASE_SECONDS, LEASE_USES } from '#shared/domain/vault/vault-limits.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity, readIdentity } from '#shared/services/identities/named-identity.ts';
import { leaseRecord } from './lease-record.ts';
import { loadSecret } from './load-secret.ts';

export const createLease = operation(routes.createLease, async (context, { body }) => {
  const { actor, table } = context;
  const organizationId = actor.organization.id;
  const named = await namedIdentity(routes.createLease, context, body.identity_id);
  const secret = await loadSecret(routes.createLease, context, body.secret_id);
  if (named !== undefined && secret.identityId !== null && secret.identityId !== named.id) {
    throw new AppError('auth.forbidden', 'The secret belongs to another agent.');
  }
  const identity =
    named ?? (secret.identityId === null ? undefined : await readIdentity(table, organizationId, secret.identityId));
  if (identity?.status === 'suspended') throw new AppError('identity.suspended');

  const token = generateLeaseToken();
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const lease: Lease = {
      id: makeId('lease', createdAt, randomPart()),
      organizationId,
      secretId: secret.id,
      secretVersion: secret.version,
      identityId: identity?.id ?? null,
      tokenHash: hashLeaseToken(token),
      purpose: body.purpose ?? null,
      ...(secret.hosts !== undefined && { hosts: secret.hosts }),
      maxUses: body.max_uses ?? LEASE_USES.default,
      useCount: 0,
      expiresAt: createdAt + (body.ttl_seconds ?? LEASE_SECONDS.default) * SECOND,
      revokedAt: null,
      secretGeneration: secret.leaseGeneration,
      identityGeneration: identity?.leaseGeneration ?? 0,
      lastRedeemedAt: null,
      createdAt,
      version: 1,
    };
    tx.put(...insertLease(lease));
    return reply({ ...leaseRecord(lease, 'active'), lease_token: token });
  });
});
