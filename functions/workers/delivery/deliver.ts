import { randomUUID } from 'node:crypto';
import { type DeliveryJob, toDeliveryJob } from '#shared/contract/jobs.ts';
import { deliveryGroups } from '#shared/data/delivery-group.ts';
import {
  acquireAttemptLease,
  deadLetterWithoutAttempt,
  recordOutcome,
} from '#shared/data/direct-writes/delivery-attempt.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { ATTEMPT_LEASE_MS, decideRetry, type RetryDecision } from '#shared/domain/delivery/delivery.ts';
import { requestIdField, withRequestId } from '#shared/domain/http/request-scope.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { count, logger } from '#shared/runtime/log.ts';
import { enqueue } from '#shared/runtime/queue.ts';
import { admitAttempt, waitsForFailing } from './admit-attempt.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { noteAttempt } from './note-attempt.ts';
import { post } from './post.ts';
import { pushTarget } from './push-target.ts';
import { inTurn, type Turn } from './unverified-turns.ts';
import { webhookTarget } from './webhook-target.ts';
import { whileLeased } from './while-leased.ts';

const SETTINGS = [
  'LIMITS',
  'DELIVERY_DELAYS',
  'DELIVERY_RETENTION_DAYS',
  'WEBHOOK_FAILING_DAYS',
  'ALLOW_LOOPBACK_RECEIVERS',
] as const;

/**
 * Acquires the lease of an attempt, makes the attempt, records its outcome, and schedules the next attempt if any. The
 * attempts of unverified organizations take turns.
 */
export async function deliver(job: DeliveryJob, cache: DeliveryBatchCache): Promise<void> {
  const isVerified = await isOwnerVerified(getTable(), job.organizationId);
  await inTurn(isVerified, (turn) => attempt(job, cache, isVerified, turn));
}

async function attempt(job: DeliveryJob, cache: DeliveryBatchCache, isVerified: boolean, turn: Turn): Promise<void> {
  const env = readEnv(...SETTINGS);
  const now = Date.now();
  const timeoutMs = env.LIMITS.deliveryTimeoutMs;
  const retentionMs = env.DELIVERY_RETENTION_DAYS * DAY;
  const finding = job.push === undefined ? webhookTarget(job, cache) : pushTarget(job.push);
  // Whether they failed matters only once the lease is held.
  finding.catch(() => {});
  // Attempts of unverified organizations often have to wait, and then need no event.
  if (isVerified && job.push === undefined) cache.event(job).catch(() => {});
  const lease = { id: randomUUID(), until: now + ATTEMPT_LEASE_MS, now };
  const acquired = await acquireAttemptLease(getTable(), job, lease);
  if (!acquired.acquired) return requeueAfterLease(job, acquired.leasedUntil, now);

  const { delivery } = acquired;
  // Until the outcome is recorded: a table that responds slowly must not end the lease, or the receiver gets it twice.
  await whileLeased(delivery, async () => {
    const policy = { allowLoopback: env.ALLOW_LOOPBACK_RECEIVERS === 'true' };
    const settings = { isVerified, limits: env.LIMITS, policy, turn };
    const findTarget = await finding;
    const target = await findTarget(delivery);
    if ('url' in target && (await waitsForFailing(job, delivery, target.url, settings))) return;
    const request = 'url' in target ? await target.build() : target;
    if ('reason' in request) {
      await deadLetterWithoutAttempt(getTable(), delivery, request.reason, { now: Date.now(), retentionMs });
      return;
    }
    const { url, body, headers } = request;
    const admitted = await admitAttempt(job, delivery, request, settings);
    if (admitted === undefined) return;
    const { address } = admitted;
    const outcome = await turn.outside(() => post(url, headers, body, { timeoutMs, policy, address }));
    const ending = admitted.end(outcome);

    const endedAt = Date.now();
    const endpoint = job.push === undefined ? await cache.webhook(job) : undefined;
    const days = env.WEBHOOK_FAILING_DAYS;
    const reason = endpoint && (await noteAttempt(getTable(), endpoint, outcome, days, endedAt));
    const delays = delivery.test === true ? [] : env.DELIVERY_DELAYS;
    const decision = decideRetry(outcome, delays, delivery.attemptCount + 1, Math.random(), endedAt);
    const end = { now: endedAt, retentionMs };
    const recorded = await recordOutcome(getTable(), { ...delivery, url }, outcome, decision, end);
    await ending;
    if (!recorded) return;
    count(`Attempts_${decision.status}`);
    // A job of the sweep does not name the request that appended the event, but the event does.
    await withRequestId(job.requestId ?? request.requestId, async () => {
      logger.info('delivery attempted', {
        delivery_id: delivery.id,
        event_id: delivery.eventId,
        attempt: delivery.attemptCount + 1,
        status: decision.status,
      });
      await scheduleNextAttempt(delivery, decision, endedAt);
      if (endpoint !== undefined && reason !== undefined)
        await disableEndpoint(getTable(), endpoint, { reason, days }, endedAt);
    });
  });
}

/** Checks again when the lease of another worker has expired, because that worker may have crashed. */
async function requeueAfterLease(job: DeliveryJob, leasedUntil: number | undefined, now: number): Promise<void> {
  if (leasedUntil === undefined) return;
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(1, Math.ceil((leasedUntil - now) / 1000)));
  const groupOf = await deliveryGroups(getTable(), job.organizationId);
  await enqueue('delivery', job, { group: groupOf(job), delaySeconds });
}

/**
 * Enqueues a retry that is near; the sweep releases one that is further away than a queue can delay a message. An
 * exhausted delivery is the business of its owner, who sees it in the list of deliveries, and no failure of the
 * service.
 */
async function scheduleNextAttempt(delivery: Delivery, decision: RetryDecision, now: number): Promise<void> {
  if (decision.status === 'retrying') {
    const delaySeconds = Math.ceil((decision.nextAttemptAt - now) / 1000);
    if (delaySeconds > MAX_QUEUE_DELAY_SECONDS) return;
    const next = { ...toDeliveryJob(delivery), attempt: delivery.attemptCount + 1, ...requestIdField() };
    const groupOf = await deliveryGroups(getTable(), delivery.organizationId);
    await enqueue('delivery', next, { group: groupOf(delivery), delaySeconds });
  }
  if (decision.status === 'dead_letter' && delivery.test !== true) {
    logger.warn('delivery exhausted', { delivery_id: delivery.id, webhook_id: delivery.webhookId });
  }
}
