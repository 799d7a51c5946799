import * as routes from '#shared/contract/routes/vault.ts';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { insertLease, type Lease } from '#shared/data/entities/vault/lease.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { generateLeaseToken, hashLeaseToken } from '#shared/domain/vault/lease-token.ts';
import { LEASE_SECONDS, LEASE_USES } from '#shared/domain/vault/vault-limits.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { gateLease } from '#shared/services/approvals/lease-gate.ts';
import { namedIdentity, readIdentity } from '#shared/services/identities/named-identity.ts';
import { holdLease } from './hold-lease.ts';
import { leaseRecord } from './lease-record.ts';
import { loadSecret } from './load-secret.ts';

export const createLease = operation(routes.createLease, async (context, { body }) => {
  const { actor, table, now } = context;
  const organizationId = actor.organization.id;
  const named = await namedIdentity(routes.createLease, context, body.identity_id);
  const [secret, settings] = await allInOrder([
    loadSecret(routes.createLease, context, body.secret_id),
    // What a person asks for with an org key needs no approval.
    actor.kind === 'agent' ? effectiveApprovalSettings(table, actor.identity) : undefined,
  ]);
  if (named !== undefined && secret.identityId !== null && secret.identityId !== named.id) {
    throw new AppError('auth.forbidden', 'The secret belongs to another agent.');
  }
  const identity =
    named ?? (secret.identityId === null ? undefined : await readIdentity(table, organizationId, secret.identityId));
  if (identity?.status === 'suspended') throw new AppError('identity.suspended');

  const terms = {
    purpose: body.purpose ?? null,
    maxUses: body.max_uses ?? LEASE_USES.default,
    ttlSeconds: body.ttl_seconds ?? LEASE_SECONDS.default,
  };
  const gate = settings && identity && (await gateLease(table, { identity, settings, now }));
  if (settings !== undefined && identity !== undefined && gate !== undefined && gate.reasons.length > 0) {
    const { id: secretId, name: secretName, version: secretVersion, hosts = [] } = secret;
    const lease = { secretId, secretName, secretVersion, hosts, ...terms };
    return holdLease(table, identity, { lease, reasons: gate.reasons, settings, baseUrl: context.baseUrl, now });
  }

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
      purpose: terms.purpose,
      ...(secret.hosts !== undefined && { hosts: secret.hosts }),
      maxUses: terms.maxUses,
      useCount: 0,
      expiresAt: createdAt + terms.ttlSeconds * SECOND,
      revokedAt: null,
      secretGeneration: secret.leaseGeneration,
      identityGeneration: identity?.leaseGeneration ?? 0,
      lastRedeemedAt: null,
      createdAt,
      version: 1,
    };
    tx.put(...insertLease(lease), ...(gate?.counts ?? []));
    return reply({ ...leaseRecord(lease, 'active'), lease_token: token });
  });
});
