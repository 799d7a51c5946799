import * as routes from '#shared/contract/routes/webhooks.ts';
import { insertRecovery, type Recovery } from '#shared/data/entities/delivery/recovery.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';
import { matchDeliveries } from './match-deliveries.ts';

/**
 * Decides which deliveries a recovery replays, and stages it. A worker replays them afterwards.
 *
 * See: docs/contract/webhooks.md#recover.
 */
export const recoverWebhook = resourceOperation(
  routes.recoverWebhook,
  loadWebhook,
  async ({ table, now }, webhook, { body }) => {
    // A replay to a disabled endpoint would end without an attempt.
    if (!webhook.enabled) throw new AppError('webhook.disabled');
    const { nextSince, ...matched } = await matchDeliveries(table, webhook, body);
    const { organizationId, id: webhookId } = webhook;
    const isEmpty = matched.deliveryIds.length === 0;
    const recovery: Recovery = {
      id: makeId('recovery', now, randomPart()),
      organizationId,
      webhookId,
      since: body.since,
      status: body.status,
      matched: matched.deliveryIds.length,
      nextSince,
      processed: 0,
      replayed: 0,
      createdAt: now,
      finishedAt: isEmpty ? now : null,
    };
    return write((tx) => {
      tx.put(...insertRecovery(recovery, matched));
      if (!isEmpty) {
        const recover = { webhookId, recoveryId: recovery.id };
        tx.put(insertOutbox({ id: randomPart(), organizationId, createdAt: now, kind: 'noop', recover }));
      }
      tx.audit({
        after: { since: timestamp(recovery.since), status: recovery.status, matched: recovery.matched },
      });
      return reply({ recovery_id: recovery.id, matched: recovery.matched, next_since: timestampOrNull(nextSince) });
    });
  },
);
