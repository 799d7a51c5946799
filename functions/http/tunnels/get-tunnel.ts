import * as routes from '#shared/contract/routes/tunnels.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadTunnel } from './load-tunnel.ts';
import { tunnelRecords } from './tunnel-records.ts';

export const getTunnel = resourceOperation(routes.getTunnel, loadTunnel, async ({ table }, tunnel) => {
  const [record] = await tunnelRecords(table, [tunnel]);
  if (record === undefined) throw new Error('a tunnel without a record');
  return reply(record);
});
