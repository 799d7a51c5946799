import { type Delivery, readLateTimes, replaceLateTimes } from '#shared/data/entities/delivery/delivery.ts';
import { allWebhooks } from '#shared/data/entities/delivery/webhook.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { hasReservedTime, matchesWebhook } from '#shared/domain/delivery/webhook.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import type { EventHead } from '#shared/domain/log/events.ts';
import { eventDeliveries } from '#shared/services/deliveries/event-deliveries.ts';

/**
 * Loads what a replay of an event depends on, and returns the function that stages it, which returns the deliveries.
 * Some may belong to other agents than the caller or to the organization. The relay then delivers the event to every
 * endpoint that matches.
 *
 * See: docs/contract/events.md#replay.
 */
export async function prepareReplay(
  table: Table,
  event: EventHead,
  now: number,
): Promise<(tx: TransactionBuilder) => Delivery[]> {
  const { organizationId } = event;
  // The event has reserved no delivery time for endpoints that were registered later. They get one now, and keep it.
  const webhooks = await allWebhooks(table, organizationId);
  const late = webhooks.filter((webhook) => matchesWebhook(webhook, event) && !hasReservedTime(webhook, event));
  const known = late.length === 0 ? undefined : await readLateTimes(table, organizationId, event.id);
  const untimed = late.filter((webhook) => known?.times[webhook.id] === undefined);

  return (tx) => {
    const times = { ...known?.times };
    if (known !== undefined && untimed.length > 0) {
      const base = tx.reserveDeliveries(organizationId, untimed.length);
      untimed.forEach((webhook, index) => {
        times[webhook.id] = base + index;
      });
      tx.put(replaceLateTimes(organizationId, event.id, { ...known, times }));
    }
    const id = randomPart();
    tx.put(
      insertOutbox({
        id,
        organizationId,
        createdAt: now,
        kind: 'replay',
        eventId: event.id,
        late: times,
      }),
    );
    return eventDeliveries(event, webhooks, { id, late: times });
  };
}
