import type { FanOutJob } from '../../../shared/contract/jobs.ts';
import { contentBytes, type EventRow, findEvent } from '../../../shared/data/entities/event.ts';
import { webhooksAfter } from '../../../shared/data/entities/webhook.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { isOwnerVerified } from '../../../shared/data/verified-organizations.ts';
import { PermanentError } from '../../../shared/domain/permanent-error.ts';
import { requestIdField } from '../../../shared/domain/request-scope.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { enqueueAll, type QueuedJob } from '../../../shared/runtime/queue.ts';
import { deliveryJobs } from '../../../shared/services/deliveries/delivery-jobs.ts';
import { eventDeliveries } from '../../../shared/services/deliveries/event-deliveries.ts';
import { createDeliveries, restartDeliveries } from '../../../shared/services/deliveries/start-deliveries.ts';
import { AttemptPace } from './attempt-pace.ts';
import { noteWaits, planWaits } from './plan-waits.ts';

/** The lines and headers of a delivery's request, and what its body has besides the content of the event. */
const FRAME_BYTES = 1_000;

/**
 * Deliveries of one event that are created in a second for an unverified organization. A destination takes as many of its
 * attempts at once, so more would only wait, and would delay the deliveries of other organizations meanwhile.
 */
const UNVERIFIED_PER_SECOND = 5;

/** No first attempt waits longer for the pace. Beyond it, the slots of a destination and the budget limit the attempts. */
const MAX_DELAY_SECONDS = 30;

const pace = new AttemptPace(UNVERIFIED_PER_SECOND, MAX_DELAY_SECONDS);

/**
 * Creates or restarts the deliveries of an event with many endpoints, which the relay has passed on, and enqueues their
 * attempts. For an unverified organization it does so for some of them and enqueues itself for those after them. A job
 * that arrives twice finds the rows of the first run.
 *
 * See: docs/architecture.md#a-delivery; docs/decisions/0042-strangers.md.
 */
export async function fanOut(job: FanOutJob): Promise<void> {
  const { organizationId, eventId, replay, after } = job;
  const { LIMITS } = readEnv('LIMITS');
  const table = getTable();
  const now = Date.now();
  const [event, isVerified] = await Promise.all([
    findEvent(table, organizationId, eventId),
    isOwnerVerified(table, organizationId),
  ]);
  if (event === undefined) throw new PermanentError('the event of a fan-out does not exist');
  const limit = isVerified ? Number.POSITIVE_INFINITY : UNVERIFIED_PER_SECOND;
  const firstPage = isVerified ? undefined : UNVERIFIED_PER_SECOND + 2;
  const left = await collect(
    webhooksAfter(table, organizationId, { after, firstPage }),
    limit + 1,
    (webhook) => eventDeliveries(event, [webhook], replay).length > 0,
  );
  const deliveries = eventDeliveries(event, left.slice(0, limit), replay);
  const waitsOf = isVerified ? undefined : planWaits({ organizationId, bytes: bytesOf(event) }, LIMITS, now);
  const started =
    replay === undefined
      ? await createDeliveries(table, deliveries, waitsOf)
      : await restartDeliveries(table, deliveries, replay.id, waitsOf);
  await noteWaits(started, now);
  const attempts = await deliveryJobs(table, started);
  const delaySeconds = isVerified ? 0 : pace.delaySeconds(organizationId, attempts.length, now);
  const jobs: QueuedJob<'delivery'>[] = attempts.map((attempt) => ({ ...attempt, delaySeconds }));
  const last = deliveries.at(-1);
  if (last !== undefined && deliveries.length < left.length) {
    jobs.push({ queue: 'delivery', job: { ...job, after: last.webhookId }, group: organizationId, delaySeconds: 1 });
  }
  await enqueueAll(jobs.map((queued) => ({ ...queued, job: { ...queued.job, ...requestIdField() } })));
  logger.info('fanned out', { event_id: eventId, deliveries: started.length, jobs: jobs.length });
}

/** About the size of the request that delivers an event. */
function bytesOf(event: EventRow): number {
  return contentBytes(event) + FRAME_BYTES;
}
