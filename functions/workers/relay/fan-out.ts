import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { findEvent } from '#shared/data/entities/log/event.ts';
import type { OutboxEntry } from '#shared/data/entities/log/outbox.ts';
import { matchesStream } from '#shared/domain/delivery/stream.ts';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import type { EventHead } from '#shared/domain/log/events.ts';
import { getTable } from '#shared/runtime/clients.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';
import { attemptJobs } from '#shared/services/deliveries/attempt-jobs.ts';
import { eventDeliveries, type Replay } from '#shared/services/deliveries/event-deliveries.ts';
import { createDeliveries, restartDeliveries } from '#shared/services/deliveries/start-deliveries.ts';
import { queueStream } from './queue-stream.ts';
import type { SubscriberCache } from './subscriber-cache.ts';

/**
 * Deliveries of one event that the relay writes itself. All organizations share the stream, and more would hold it up.
 */
const MAX_INLINE = 10;

/** Creates the deliveries of a new event, and wakes the event streams that send it. */
export async function fanOut(event: EventHead, subscribers: SubscriberCache): Promise<QueuedJob[]> {
  const { organizationId } = event;
  const deliveries = eventDeliveries(event, await subscribers.webhooksOf(organizationId));
  const pushes = (await subscribers.streamsOf(organizationId))
    .filter((stream) => matchesStream(stream, event))
    .map((stream) => queueStream(organizationId, stream.connectionId));
  return [...(await startOrPassOn(event, deliveries)), ...pushes];
}

/** Delivers an event again. See: docs/contract/events.md#replay. */
export async function replay(
  { id, organizationId, eventId, late }: Extract<OutboxEntry, { kind: 'replay' }>,
  subscribers: SubscriberCache,
): Promise<QueuedJob[]> {
  const event = await findEvent(getTable(), organizationId, eventId);
  if (event === undefined) throw new PermanentError('the event of a replay does not exist');
  const deliveries = eventDeliveries(event, await subscribers.webhooksOf(organizationId), { id, late });
  return startOrPassOn(event, deliveries, { id, late });
}

/** Few deliveries are written here and now; many by a job in the message group of the organization. */
async function startOrPassOn(event: EventHead, deliveries: readonly Delivery[], replay?: Replay): Promise<QueuedJob[]> {
  const { organizationId, id: eventId } = event;
  if (deliveries.length > MAX_INLINE) {
    const job = { kind: 'fan_out' as const, organizationId, eventId, ...(replay && { replay }) };
    return [{ queue: 'delivery', job, group: organizationId }];
  }
  const table = getTable();
  const started =
    replay === undefined
      ? await createDeliveries(table, deliveries)
      : await restartDeliveries(table, deliveries, replay.id);
  return attemptJobs(table, started);
}
