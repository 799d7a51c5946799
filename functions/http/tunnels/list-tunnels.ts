import * as routes from '../../../shared/contract/routes/tunnels.ts';
import { tunnelsBefore } from '../../../shared/data/entities/tunnel.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { tunnelRecords } from './tunnel-records.ts';

export const listTunnels = operation(routes.listTunnels, async ({ actor, table }, { query }) => {
  const { before, limit } = query;
  const tunnels = await collect(
    tunnelsBefore(table, actor.organization.id, before, actor.kind === 'org' ? limit : 500),
    limit,
    (tunnel) => tunnel.deletedAt === null && mayUse(actor, tunnel),
  );
  return reply({ tunnels: await tunnelRecords(table, tunnels) });
});
