import * as routes from '../../../shared/contract/routes/vault.ts';
import { redemptionsBefore } from '../../../shared/data/entities/redemption.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadLease } from './own-lease.ts';
import { redemptionRecord } from './redemption-record.ts';

export const listRedemptions = operation(routes.listRedemptions, async (context, { params, query }) => {
  const lease = await loadLease(context, params.id);
  const { before, limit } = query;
  const redemptions = await collect(redemptionsBefore(context.table, lease.id, before, limit), limit);
  return reply({ redemptions: redemptions.map(redemptionRecord) });
});
