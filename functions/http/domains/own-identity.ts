import { findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/operation.ts';

/** The agent that an actor names, of its own organization. */
export async function ownIdentity(table: Table, actor: Actor, id: string): Promise<Identity> {
  const identity = await findIdentity(table, actor.organization.id, id);
  if (identity === undefined) throw notFound();
  return identity;
}
