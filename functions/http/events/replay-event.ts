import * as routes from '../../../shared/contract/routes/events.ts';
import { insert } from '../../../shared/data/change.ts';
import { lateTimeKey } from '../../../shared/data/entities/delivery.ts';
import { findEvent } from '../../../shared/data/entities/event.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import { allWebhooks, hasReservedTime, wants } from '../../../shared/data/entities/webhook.ts';
import { getRows } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { randomPart } from '../../../shared/domain/ids.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

/** Where most endpoints are late, one replay gives times to so many of them; the transaction holds 100 items. */
const MOST_LATE = 80;

export const replayEvent = operation(routes.replayEvent, async ({ actor, table, now }, { params }) => {
  const organizationId = actor.organization.id;
  const event = await findEvent(table, organizationId, params.id);
  if (event === undefined) throw notFound();
  if (actor.kind === 'agent' && event.identityId !== actor.identity.id) throw notFound();

  // Endpoints that came after the event have no time reserved for its delivery: they get one now, once.
  const late = (await allWebhooks(table, organizationId))
    .filter((webhook) => wants(webhook, event) && !hasReservedTime(webhook, event))
    .slice(0, MOST_LATE);
  const keyOf = (webhookId: string) => lateTimeKey(organizationId, event.id, webhookId);
  const timed = await getRows<{ time: number }>(
    table,
    late.map((webhook) => keyOf(webhook.id)),
    { strong: true },
  );
  const times = new Map(timed.map((row) => [row.sk, row.time]));
  const untimed = late.filter((webhook) => !times.has(keyOf(webhook.id).sk));

  return write(untimed.length === 0 ? [] : [organizationId], (staging) => {
    const base = untimed.length === 0 ? 0 : staging.reserveDeliveries(organizationId, untimed.length);
    untimed.forEach((webhook, index) => {
      times.set(keyOf(webhook.id).sk, base + index);
      staging.put(insert({ ...keyOf(webhook.id), time: base + index }, 'rerun'));
    });
    const lateTimes = Object.fromEntries(
      late.map((webhook) => [webhook.id, times.get(keyOf(webhook.id).sk) as number]),
    );
    staging.put(
      insertOutbox({
        id: randomPart(),
        organizationId,
        createdAt: now,
        kind: 'replay',
        eventId: event.id,
        late: lateTimes,
      }),
    );
    return reply({ id: event.id, replayed: true });
  });
});
