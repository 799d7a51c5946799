import type { FanOutJob } from '#shared/contract/jobs.ts';
import { webhooksAfter } from '#shared/data/entities/delivery/webhook.ts';
import { findEvent } from '#shared/data/entities/log/event.ts';
import { collect } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import { requestIdField } from '#shared/domain/http/request-scope.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { enqueueAll, type QueuedJob } from '#shared/runtime/queue.ts';
import { attemptJobs } from '#shared/services/deliveries/attempt-jobs.ts';
import { eventDeliveries } from '#shared/services/deliveries/event-deliveries.ts';
import { createDeliveries, restartDeliveries } from '#shared/services/deliveries/start-deliveries.ts';
import { noteWaits, planWaits } from './plan-waits.ts';
import { bytesOfDelivery, pace, sizeOfPart } from './preparation-parts.ts';
import { inTurn } from './preparation-turn.ts';

/**
 * Creates or restarts the deliveries of an event with many endpoints, which the relay has passed on, and enqueues their
 * attempts. For an unverified organization it waits for its turn, does so for some of them, and enqueues itself for
 * those after them. A job that arrives twice finds the rows of the first run.
 *
 * See: docs/architecture.md#a-delivery; docs/decisions/0042-strangers.md.
 */
export async function fanOut(job: FanOutJob): Promise<void> {
  const isVerified = await isOwnerVerified(getTable(), job.organizationId);
  const { LIMITS: limits } = readEnv('LIMITS');
  const size = isVerified ? Number.POSITIVE_INFINITY : sizeOfPart(limits);
  const mayBegin = size === Number.POSITIVE_INFINITY || job.isTurn === true;
  const turn = mayBegin ? 0 : pace.delaySeconds(job.organizationId, Date.now());
  if (turn > 0) return enqueueAll([turnOf(job, turn)]);
  await inTurn({ isVerified, limits }, () => createPart(job, { isVerified, limits, size }));
}

interface Part {
  readonly isVerified: boolean;
  readonly limits: Limits;
  /** The most deliveries of one job. */
  readonly size: number;
}

/** Creates or restarts the deliveries of an event, or a part of them. */
async function createPart(job: FanOutJob, { isVerified, limits, size }: Part): Promise<void> {
  const { organizationId, eventId, replay, after } = job;
  const table = getTable();
  const now = Date.now();
  const event = await findEvent(table, organizationId, eventId);
  if (event === undefined) throw new PermanentError('the event of a fan-out does not exist');
  const firstPage = size === Number.POSITIVE_INFINITY ? undefined : size + 2;
  const left = await collect(
    webhooksAfter(table, organizationId, { after, firstPage }),
    size + 1,
    (webhook) => eventDeliveries(event, [webhook], replay).length > 0,
  );
  const deliveries = eventDeliveries(event, left.slice(0, size), replay);
  const waitsOf = isVerified ? undefined : planWaits({ organizationId, bytes: bytesOfDelivery(event) }, limits, now);
  const started =
    replay === undefined
      ? await createDeliveries(table, deliveries, waitsOf)
      : await restartDeliveries(table, deliveries, replay.id, waitsOf);
  await noteWaits(started, now);
  const attempts = await attemptJobs(table, started);
  const jobs: QueuedJob<'delivery'>[] = [...attempts];
  const last = deliveries.at(-1);
  if (last !== undefined && deliveries.length < left.length)
    jobs.push(turnOf({ ...job, after: last.webhookId }, pace.delaySeconds(organizationId, now)));
  await enqueueAll(jobs.map((queued) => ({ ...queued, job: { ...queued.job, ...requestIdField() } })));
  logger.info('fanned out', { event_id: eventId, deliveries: started.length, jobs: jobs.length });
}

/** A job that runs in its turn, after this delay. */
function turnOf(job: FanOutJob, delaySeconds: number): QueuedJob<'delivery'> {
  return { queue: 'delivery', job: { ...job, isTurn: true }, group: job.organizationId, delaySeconds };
}
