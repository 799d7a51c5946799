import * as routes from '../../../shared/contract/routes/tunnels.ts';
import { findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import { insertTunnel, type Tunnel } from '../../../shared/data/entities/tunnel.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import { makeId, randomPart } from '../../../shared/domain/ids.ts';
import { newTunnelAddress } from '../../../shared/domain/tunnel/tunnel-address.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { tunnelRecord } from './tunnel-record.ts';

export const createTunnel = operation(routes.createTunnel, async ({ actor, table }, { body }) => {
  const organizationId = actor.organization.id;
  if (actor.kind === 'agent' && body?.identity_id !== undefined && body.identity_id !== actor.identity.id) {
    throw new AppError('auth.forbidden');
  }
  const identity =
    actor.kind === 'agent' ? actor.identity : await namedIdentity(table, organizationId, body?.identity_id);

  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const tunnel: Tunnel = {
      id: makeId('tunnel', createdAt, randomPart()),
      organizationId,
      identityId: identity?.id ?? null,
      name: body?.name ?? null,
      metadata: body?.metadata ?? {},
      address: newTunnelAddress(),
      createdAt,
      deletedAt: null,
    };
    tx.put(...insertTunnel(tunnel));
    return reply(tunnelRecord(tunnel, { identity, target: undefined }));
  });
});

async function namedIdentity(
  table: Table,
  organizationId: string,
  named: string | undefined,
): Promise<Identity | undefined> {
  if (named === undefined) return undefined;
  const identity = await findIdentity(table, organizationId, named);
  if (identity === undefined) throw notFound();
  return identity;
}
