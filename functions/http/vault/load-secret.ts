import { findSecret, type VaultSecret } from '#shared/data/entities/vault/secret.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/**
 * Loads a secret. A secret of the organization reaches an agent only by a lease that an org key creates for it.
 *
 * See: docs/contract/vault.md#who-may-do-what.
 */
export const loadSecret = resourceLoader<VaultSecret>('secret', findSecret, ({ identityId }) => identityId);
