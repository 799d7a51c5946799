import * as routes from '#shared/contract/routes/tunnels.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { tunnelsBefore } from '#shared/data/entities/tunnel/tunnel.ts';
import { collect } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { tunnelRecords } from './tunnel-records.ts';

export const listTunnels = operation(routes.listTunnels, async ({ actor, table }, { query }) => {
  const { before, limit } = query;
  const read = new BoundedRead(tunnelsBefore(table, actor.organization.id, before, actor.kind === 'org' ? limit : 500));
  const tunnels = await collect(read, limit, (tunnel) => tunnel.deletedAt === null && mayUse(actor, tunnel));
  return replyPage({ tunnels: await tunnelRecords(table, tunnels) }, read);
});
