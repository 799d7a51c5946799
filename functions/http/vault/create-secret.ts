import * as routes from '#shared/contract/routes/vault.ts';
import { insertSecret, type VaultSecret } from '#shared/data/entities/vault/secret.ts';
import { putSecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { sealValue } from './sealed-value.ts';
import { secretRecord } from './secret-record.ts';

export const createSecret = operation(routes.createSecret, async (context, { body }) => {
  const organizationId = context.actor.organization.id;
  const identity = await namedIdentity(routes.createSecret, context, body.identity_id);
  const keyring = await context.keyring();
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const secret: VaultSecret = {
      id: makeId('secret', createdAt, randomPart()),
      organizationId,
      identityId: identity?.id ?? null,
      name: body.name,
      description: body.description ?? null,
      metadata: body.metadata ?? {},
      ...(body.hosts !== undefined && body.hosts.length > 0 && { hosts: body.hosts }),
      version: 1,
      leaseGeneration: 0,
      valueBytes: 0,
      createdAt,
      updatedAt: createdAt,
      rotatedAt: null,
    };
    const place = { organizationId, secretId: secret.id, version: 1 };
    const sealed = sealValue(keyring, place, body.value);
    secret.valueBytes = Buffer.byteLength(sealed);
    tx.countStored({ organizationId, bytes: secret.valueBytes });
    tx.put(insertSecret(secret), putSecretValue(organizationId, secret.id, { version: 1, leaseGeneration: 0, sealed }));
    return reply(secretRecord(secret));
  });
});
