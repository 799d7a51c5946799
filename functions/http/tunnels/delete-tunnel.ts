import * as routes from '../../../shared/contract/routes/tunnels.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import * as tunnels from '../../../shared/data/entities/tunnel.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { randomPart } from '../../../shared/domain/ids.ts';
import { DAY } from '../../../shared/domain/time.ts';
import { noContent, operation, write } from '../../../shared/runtime/pipeline/operation.ts';
import { ownTunnel } from './own-tunnel.ts';

/** How long a deleted tunnel can be read. */
const READABLE_MS = 30 * DAY;

export const deleteTunnel = operation(routes.deleteTunnel, async (context, { params }) => {
  const tunnel = await ownTunnel(context, params.id);
  if (tunnel.deletedAt !== null) throw notFound();
  const target = await tunnels.findTarget(context.table, tunnel.address, { strong: true });
  const { organizationId } = tunnel;
  const { now } = context;
  return write((tx) => {
    tx.put(...tunnels.deleteTunnel(tunnel, now, now + READABLE_MS));
    if (target?.connectionId !== undefined) {
      const close = { kind: 'tunnel_close', connectionId: target.connectionId } as const;
      tx.put(insertOutbox({ id: randomPart(), organizationId, createdAt: now, ...close }));
    }
    return noContent();
  });
});
