import { findTunnel, type Tunnel } from '../../../shared/data/entities/tunnel.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { type Actor, mayUse } from '../../../shared/runtime/pipeline/actor.ts';

/** Loads a tunnel. One of another agent is absent. See: docs/contract/authentication.md#permissions. */
export async function ownTunnel(context: { actor: Actor; table: Table }, id: string): Promise<Tunnel> {
  const tunnel = await findTunnel(context.table, context.actor.organization.id, id);
  if (tunnel === undefined || !mayUse(context.actor, tunnel)) throw notFound();
  return tunnel;
}
