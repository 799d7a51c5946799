import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { budgetResetsAt, deliveryRoom } from '#shared/data/direct-writes/delivery-budget.ts';
import { endWait, LOOK_INTERVAL_MS, lookAgain, stopLooking } from '#shared/data/direct-writes/waiting-delivery.ts';
import type { DueRow } from '#shared/data/due-index.ts';
import {
  dueWaitingOrganizations,
  organizationOfWaiting,
  waitingDeliveries,
  waitingPartition,
} from '#shared/data/entities/delivery/waiting-deliveries.ts';
import type { Row } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { enqueueAll } from '#shared/runtime/queue.ts';
import { attemptMessages } from '#shared/services/deliveries/attempt-jobs.ts';

/** Organizations with waiting deliveries in one run. The next run is a minute away. */
const MAX_ORGANIZATIONS = 200;

/** Deliveries of one organization in one run. */
const MAX_RELEASED = 1_000;

/** Organizations, and deliveries of one, that are worked on at once. */
const CONCURRENT_ORGANIZATIONS = 4;
const CONCURRENT_DELIVERIES = 5;

/** How long a job may take to reach its worker. If it never does, the delivery is due again after it. */
const POSTPONED_MS = 5 * MINUTE;

/** The index shows a delivery that was added within this time, at the latest. */
const INDEX_DELAY_MS = 2 * LOOK_INTERVAL_MS;

/**
 * Enqueues deliveries that have waited for the budget of their organization: in the order in which they were due, and
 * as many as the budget has room for. The worker decides by the size of each; what does not fit waits again at its
 * place.
 *
 * See: docs/decisions/0042-strangers.md.
 */
export async function releaseWaitingDeliveries(now: number): Promise<void> {
  const { LIMITS } = readEnv('LIMITS');
  const due = await Array.fromAsync(dueWaitingOrganizations(getTable(), now, MAX_ORGANIZATIONS));
  const outcomes = await mapSettledWithLimit(due, CONCURRENT_ORGANIZATIONS, (row) =>
    releaseOf(organizationOfWaiting(row), row.due_at, LIMITS, now),
  );
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) {
    // A later run looks at them again.
    logger.error('waiting deliveries not enqueued', { count: failed.length, error: failed[0]?.reason as Error });
  }
}

async function releaseOf(organizationId: string, seen: string, limits: Limits, now: number): Promise<void> {
  const table = getTable();
  const owner = { organizationId, isVerified: await isOwnerVerified(table, organizationId) };
  const room = await deliveryRoom(table, owner, limits, now);
  // An attempt may be larger than the budget of an hour, if it is the first of the hour.
  const hasRoom = room.attempts > 0 && (room.bytes > 0 || room.isUnused);
  const wanted = hasRoom ? Math.min(MAX_RELEASED, room.attempts) : 1;
  const rows = await Array.fromAsync(waitingDeliveries(table, organizationId, wanted));
  if (rows.length === 0 && (await stopLooking(table, organizationId, now - INDEX_DELAY_MS))) return;
  const isReleased = hasRoom && (await releaseRows(organizationId, rows, room.bytes, now));
  // If there is room for more than one run can release, the next run continues.
  const next = isReleased && rows.length === MAX_RELEASED ? now : Math.min(budgetResetsAt(now), now + LOOK_INTERVAL_MS);
  await lookAgain(table, organizationId, seen, next);
}

/**
 * Enqueues waiting deliveries, oldest first, until their sizes have used `bytes` up. Returns whether all were enqueued.
 */
async function releaseRows(
  organizationId: string,
  rows: readonly Row<DueRow>[],
  bytes: number,
  now: number,
): Promise<boolean> {
  let left = bytes;
  const toMessage = await attemptMessages(getTable(), organizationId);
  for (let start = 0; start < rows.length; start += CONCURRENT_DELIVERIES) {
    if (start > 0 && left <= 0) return false;
    const sizes = await Promise.all(
      rows.slice(start, start + CONCURRENT_DELIVERIES).map(async (row) => {
        const delivery = await endWait(getTable(), row, waitingPartition(organizationId), now + POSTPONED_MS);
        if (delivery === undefined) return 0;
        await enqueueAll([toMessage(toDeliveryJob(delivery))]);
        return delivery.waitingBytes ?? 0;
      }),
    );
    left -= sizes.reduce((sum, size) => sum + size, 0);
  }
  return true;
}
