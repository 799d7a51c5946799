import { findSecret, type VaultSecret } from '../../../shared/data/entities/secret.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/actor.ts';

/**
 * Whether an actor may use a secret: an org key all of its organization, an agent key its own agent's. A secret of the
 * organization reaches an agent only by a lease that an org key creates for it.
 *
 * See: docs/contract/vault.md#who-may-do-what.
 */
export function mayUseSecret(actor: Actor, secret: VaultSecret): boolean {
  return actor.kind === 'org' || secret.identityId === actor.identity.id;
}

/** Loads a secret. Throws 404 if the actor may not use it. */
export async function loadSecret({ actor, table }: { actor: Actor; table: Table }, id: string): Promise<VaultSecret> {
  const secret = await findSecret(table, actor.organization.id, id);
  if (secret === undefined || !mayUseSecret(actor, secret)) throw notFound();
  return secret;
}
