import * as routes from '../../../shared/contract/routes/events.ts';
import { readLateTimes, replaceLateTimes } from '../../../shared/data/entities/delivery.ts';
import { findEvent } from '../../../shared/data/entities/event.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import { allWebhooks, hasReservedTime, matchesWebhook } from '../../../shared/data/entities/webhook.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { randomPart } from '../../../shared/domain/ids.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

export const replayEvent = operation(routes.replayEvent, async ({ actor, table, now }, { params }) => {
  const organizationId = actor.organization.id;
  const event = await findEvent(table, organizationId, params.id);
  if (event === undefined) throw notFound();
  if (!mayUse(actor, event)) throw notFound();

  // The event has reserved no delivery time for endpoints that were registered later. They get one now, and keep it.
  const late = (await allWebhooks(table, organizationId)).filter(
    (webhook) => matchesWebhook(webhook, event) && !hasReservedTime(webhook, event),
  );
  const known = late.length === 0 ? undefined : await readLateTimes(table, organizationId, event.id);
  const untimed = late.filter((webhook) => known?.times[webhook.id] === undefined);

  return write((tx) => {
    const times = { ...known?.times };
    if (known !== undefined && untimed.length > 0) {
      const base = tx.reserveDeliveries(organizationId, untimed.length);
      untimed.forEach((webhook, index) => {
        times[webhook.id] = base + index;
      });
      tx.put(replaceLateTimes(organizationId, event.id, { ...known, times }));
    }
    tx.put(
      insertOutbox({
        id: randomPart(),
        organizationId,
        createdAt: now,
        kind: 'replay',
        eventId: event.id,
        late: times,
      }),
    );
    return reply({ id: event.id, replayed: true });
  });
});
