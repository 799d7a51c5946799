import pLimit from 'p-limit';
import type { DeliveryJob } from '#shared/contract/jobs.ts';
import { noteRecoveryProgress } from '#shared/data/direct-writes/recovery-progress.ts';
import { restartDelivery } from '#shared/data/direct-writes/restart-delivery.ts';
import { type Delivery, findDeliveries } from '#shared/data/entities/delivery/delivery.ts';
import { findRecovery, type Recovery, readMatched } from '#shared/data/entities/delivery/recovery.ts';
import { findEvent } from '#shared/data/entities/log/event.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { FAILED_STATUSES } from '#shared/domain/delivery/recovery.ts';
import { requestIdField } from '#shared/domain/http/request-scope.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { enqueueAll, type QueuedJob } from '#shared/runtime/queue.ts';
import { attemptJobs } from '#shared/services/deliveries/attempt-jobs.ts';
import { recoveryMessage } from '#shared/services/deliveries/recovery-message.ts';
import { noteWaits, planWaits } from './plan-waits.ts';
import { bytesOfDelivery, pace, sizeOfPart } from './preparation-parts.ts';
import { inTurn } from './preparation-turn.ts';

/** Deliveries of one job at most: some seconds of work, whatever the table throttles. */
const MAX_STEP = 100;

const writes = pLimit(10);

/**
 * Does the next step of a recovery: restarts some of its deliveries, enqueues their attempts, notes the progress, and
 * enqueues itself for those after them. Each delivery was matched with its generation, and a restart begins the next
 * one, so a step that is repeated, after a crash at any point or by a job that arrives twice, restarts none twice.
 *
 * See: docs/contract/webhooks.md#recover; docs/decisions/0092-recovering-an-endpoint.md.
 */
export async function recover({ organizationId, deliveryId: id }: DeliveryJob): Promise<void> {
  const table = getTable();
  const recovery = await findRecovery(table, organizationId, id);
  if (recovery === undefined || recovery.finishedAt !== null) return;
  const isVerified = await isOwnerVerified(table, organizationId);
  const { LIMITS: limits } = readEnv('LIMITS');
  await inTurn({ isVerified, limits }, () => recoverPart(recovery, isVerified ? undefined : limits));
}

/** One step. `limits` are those of an unverified organization, of which fewer deliveries are started at once. */
async function recoverPart(recovery: Recovery, limits: Limits | undefined): Promise<void> {
  const { organizationId, id, webhookId, processed } = recovery;
  const table = getTable();
  const now = Date.now();
  const { deliveryIds, generations } = await readMatched(table, organizationId, id);
  const end = processed + Math.min(MAX_STEP, limits === undefined ? MAX_STEP : sizeOfPart(limits));
  const part = deliveryIds.slice(processed, end);
  const found = await findDeliveries(table, organizationId, part);
  const restarts = await allInOrder(
    part.map((deliveryId, at) =>
      writes(() => restart(found.get(deliveryId), generations[processed + at], { recovery, limits, now })),
    ),
  );
  const started = restarts.flatMap(({ delivery }) => delivery ?? []);
  await noteWaits(started, now);
  await enqueueAll((await attemptJobs(table, started)).map(caused));

  const replayed = restarts.filter(({ isReplayed }) => isReplayed).length;
  // Rows that have expired are counted as processed: there is nothing to replay.
  const done = part.length === 0 ? recovery.matched : processed + part.length;
  await noteRecoveryProgress(table, recovery, { processed: done, replayed }, now);
  if (done < recovery.matched) {
    const delay = limits === undefined ? 0 : pace.delaySeconds(organizationId, now);
    await enqueueAll([caused(recoveryMessage(organizationId, { webhookId, recoveryId: id }, delay))]);
  }
  logger.info('recovered', { recovery_id: id, processed: done, matched: recovery.matched, replayed });
}

/** What became of a matched delivery. One that waits for its attempt is to be enqueued. */
interface Restart {
  readonly isReplayed: boolean;
  readonly delivery?: Delivery | undefined;
}

/** Restarts a delivery as it was matched, unless an earlier run has. It is left as it is if anything else happened. */
async function restart(
  delivery: Delivery | undefined,
  generation: number | undefined,
  { recovery, limits, now }: { recovery: Recovery; limits: Limits | undefined; now: number },
): Promise<Restart> {
  if (delivery === undefined) return { isReplayed: false };
  if (delivery.replayId === recovery.id) return { isReplayed: true, delivery };
  const isAsMatched = delivery.generation === generation && FAILED_STATUSES.includes(delivery.status);
  if (!isAsMatched) return { isReplayed: false };
  const wait = limits && (await waitOf(delivery, limits, now));
  const restarted = await restartDelivery(getTable(), delivery, recovery.id, now, { wait, only: FAILED_STATUSES });
  return { isReplayed: restarted !== undefined, delivery: restarted };
}

/** Why a delivery of an unverified organization waits for its budget, if it does. */
async function waitOf(delivery: Delivery, limits: Limits, now: number) {
  const { organizationId, eventId } = delivery;
  const event = await findEvent(getTable(), organizationId, eventId);
  const [wait] = await planWaits({ organizationId, bytes: bytesOfDelivery(event) }, limits, now)([delivery]);
  return wait;
}

function caused(queued: QueuedJob<'delivery'>): QueuedJob<'delivery'> {
  return { ...queued, job: { ...queued.job, ...requestIdField() } };
}
