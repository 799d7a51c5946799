import { findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/operation.ts';

/** The agent whose mail an actor asks for. Another agent's is 403 for an agent key. Rule: shapes, Exact answers. */
export async function mailOwner(table: Table, actor: Actor, identityId: string): Promise<Identity> {
  if (actor.kind === 'agent' && actor.identity.id === identityId) return actor.identity;
  const identity = await findIdentity(table, actor.organization.id, identityId);
  if (identity === undefined) throw notFound();
  if (actor.kind === 'agent') throw new AppError('auth.forbidden');
  return identity;
}
