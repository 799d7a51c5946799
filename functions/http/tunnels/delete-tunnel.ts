import * as routes from '#shared/contract/routes/tunnels.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { readActiveTunnels, replaceActiveTunnels } from '#shared/data/entities/tunnel/active-tunnels.ts';
import * as tunnels from '#shared/data/entities/tunnel/tunnel.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { noContent, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadTunnel } from './load-tunnel.ts';

/** How long a deleted tunnel can be read. */
const READABLE_MS = 30 * DAY;

export const deleteTunnel = resourceOperation(routes.deleteTunnel, loadTunnel, async (context, tunnel) => {
  if (tunnel.deletedAt !== null) throw notFound();
  const { organizationId } = tunnel;
  const [target, active] = await Promise.all([
    tunnels.findTarget(context.table, tunnel.address, { strong: true }),
    readActiveTunnels(context.table, organizationId),
  ]);
  const others = active.ids.filter((id) => id !== tunnel.id);
  const { now } = context;
  return write((tx) => {
    const deleted = tunnels.deleteTunnel(tunnel, now, now + READABLE_MS);
    tx.put(...deleted, replaceActiveTunnels(organizationId, active, others));
    if (target?.connectionId !== undefined) {
      const close = { kind: 'tunnel_close', connectionId: target.connectionId } as const;
      tx.put(insertOutbox({ id: randomPart(), organizationId, createdAt: now, ...close }));
    }
    tx.audit({ before: { identity_id: tunnel.identityId, name: tunnel.name } });
    return noContent();
  });
});
