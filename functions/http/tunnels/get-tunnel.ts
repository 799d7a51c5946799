import * as routes from '../../../shared/contract/routes/tunnels.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { ownTunnel } from './own-tunnel.ts';
import { tunnelRecords } from './tunnel-records.ts';

export const getTunnel = operation(routes.getTunnel, async (context, { params }) => {
  const [record] = await tunnelRecords(context.table, [await ownTunnel(context, params.id)]);
  if (record === undefined) throw new Error('a tunnel without a record');
  return reply(record);
});
