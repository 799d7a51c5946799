import { findSecret, type VaultSecret } from '../../../shared/data/entities/secret.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { type Actor, mayUse } from '../../../shared/runtime/pipeline/actor.ts';

/**
 * Loads a secret. Throws 404 if the actor may not use it. A secret of the organization reaches an agent only by a lease
 * that an org key creates for it.
 *
 * See: docs/contract/vault.md#who-may-do-what.
 */
export async function loadSecret({ actor, table }: { actor: Actor; table: Table }, id: string): Promise<VaultSecret> {
  const secret = await findSecret(table, actor.organization.id, id);
  if (secret === undefined || !mayUse(actor, secret)) throw notFound();
  return secret;
}
