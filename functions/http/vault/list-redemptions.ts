import * as routes from '#shared/contract/routes/vault.ts';
import { redemptionsBefore } from '#shared/data/entities/vault/redemption.ts';
import { collect } from '#shared/data/table-client.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadLease } from './load-lease.ts';
import { redemptionRecord } from './redemption-record.ts';

export const listRedemptions = resourceOperation(
  routes.listRedemptions,
  loadLease,
  async ({ table }, lease, { query }) => {
    const { before, limit } = query;
    const redemptions = await collect(redemptionsBefore(table, lease.id, before, limit), limit);
    return reply({ redemptions: redemptions.map(redemptionRecord) });
  },
);
