import * as routes from '#shared/contract/routes/vault.ts';
import { removeSecret } from '#shared/data/entities/vault/secret.ts';
import { removeSecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { noContent, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadSecret } from './load-secret.ts';
import { secretRecord } from './secret-record.ts';

/** Without its secret, every lease of it counts as revoked. */
export const deleteSecret = resourceOperation(routes.deleteSecret, loadSecret, async (_, secret) => {
  return write((tx) => {
    tx.countStored({ organizationId: secret.organizationId, bytes: -(secret.valueBytes ?? 0) });
    tx.put(removeSecret(secret), removeSecretValue(secret.organizationId, secret.id));
    tx.audit({ before: secretRecord(secret) });
    return noContent();
  });
});
