import * as routes from '#shared/contract/routes/vault.ts';
import { insertProofNonce, isNonceUsed } from '#shared/data/entities/vault/proof-nonce.ts';
import { replaceSecret, type VaultSecret } from '#shared/data/entities/vault/secret.ts';
import { putSecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { areSameHosts } from '#shared/domain/vault/secret-hosts.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { readIdentity } from '#shared/services/identities/named-identity.ts';
import { loadSecret } from './load-secret.ts';
import { proofProblem } from './proof-problem.ts';
import { sealValue } from './sealed-value.ts';
import { secretRecord } from './secret-record.ts';

export const rotateSecret = resourceOperation(routes.rotateSecret, loadSecret, async (context, secret, { body }) => {
  const { actor, table, now } = context;
  const { proof } = body;
  const { organizationId, identityId } = secret;
  const identity = identityId === null ? undefined : await readIdentity(table, organizationId, identityId);
  const problem = proofProblem({
    identity,
    action: 'rotate',
    resourceId: secret.id,
    proof,
    isNeeded: actor.kind === 'agent' && identity?.keypair !== undefined,
    isNonceUsed: identityId !== null && proof !== undefined && (await isNonceUsed(table, identityId, proof.nonce)),
    now,
  });
  if (problem !== undefined) throw new AppError('vault.proof_invalid', problem);

  const keyring = await context.keyring();
  // The organization's clock may be ahead of the clock of this machine.
  const rotatedAt = Math.max(now, secret.updatedAt);
  const version = secret.version + 1;
  const { hosts: previous = [], ...others } = secret;
  const hosts = body.hosts ?? previous;
  // Leases have the hosts of their creation, so those with other hosts than the new value end.
  const revokes = body.revoke_leases === true || !areSameHosts(hosts, previous);
  const leaseGeneration = secret.leaseGeneration + (revokes ? 1 : 0);
  const sealed = sealValue(keyring, { organizationId, secretId: secret.id, version }, body.value);
  const valueBytes = Buffer.byteLength(sealed);
  const rotated: VaultSecret = {
    ...others,
    ...(hosts.length > 0 && { hosts }),
    version,
    leaseGeneration,
    valueBytes,
    updatedAt: rotatedAt,
    rotatedAt,
  };
  return write(
    (tx) => {
      if (identityId !== null && proof !== undefined) tx.put(insertProofNonce(identityId, proof));
      tx.countStored({ organizationId, bytes: valueBytes - (secret.valueBytes ?? 0) });
      tx.put(replaceSecret(rotated), putSecretValue(organizationId, secret.id, { version, leaseGeneration, sealed }));
      tx.audit({ before: secretRecord(secret) });
      return reply(secretRecord(rotated));
      // The proof was verified by a row that the transaction does not contain.
    },
    { reloadOnConflict: true },
  );
});
