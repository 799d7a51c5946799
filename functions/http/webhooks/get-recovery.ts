import * as routes from '#shared/contract/routes/webhooks.ts';
import { findDeliveries } from '#shared/data/entities/delivery/delivery.ts';
import { findRecovery, type Recovery, readMatched } from '#shared/data/entities/delivery/recovery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { FAILED_STATUSES } from '#shared/domain/delivery/recovery.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';

export const getRecovery = resourceOperation(
  routes.getRecovery,
  loadWebhook,
  async ({ table }, webhook, { params }) => {
    const recovery = await findRecovery(table, webhook.organizationId, params.rid);
    if (recovery === undefined || recovery.webhookId !== webhook.id) throw notFound();
    const { processed, replayed, finishedAt } = recovery;
    return reply({
      id: recovery.id,
      webhook_id: recovery.webhookId,
      since: timestamp(recovery.since),
      status: recovery.status,
      state: finishedAt === null ? ('running' as const) : ('done' as const),
      matched: recovery.matched,
      replayed,
      skipped: processed - replayed,
      ...(await outcomesOf(table, recovery)),
      next_since: timestampOrNull(recovery.nextSince),
      created_at: timestamp(recovery.createdAt),
      finished_at: timestampOrNull(finishedAt),
    });
  },
);

/** What has become of the deliveries that a recovery has restarted. One that was replayed since is not counted. */
async function outcomesOf(table: Table, { organizationId, id, processed, replayed }: Recovery) {
  if (replayed === 0) return { pending: 0, delivered: 0, failed: 0 };
  const { deliveryIds } = await readMatched(table, organizationId, id);
  const found = await findDeliveries(table, organizationId, deliveryIds.slice(0, processed));
  const own = [...found.values()].filter(({ replayId }) => replayId === id);
  return {
    pending: own.filter(({ status }) => status === 'pending').length,
    delivered: own.filter(({ status }) => status === 'delivered').length,
    failed: own.filter(({ status }) => FAILED_STATUSES.includes(status)).length,
  };
}
