import { findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/operation.ts';

/** The agent whose settings an actor asks for: any of the organization for an org key, itself for an agent key. */
export async function ownAgent(table: Table, actor: Actor, id: string): Promise<Identity> {
  const identity = await findIdentity(table, actor.organization.id, id);
  if (identity === undefined) throw notFound();
  if (actor.kind === 'agent' && actor.identity.id !== identity.id) throw new AppError('auth.forbidden');
  return identity;
}
