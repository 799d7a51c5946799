import { createHash } from 'node:crypto';
import { makeId, randomPartOf } from './ids.ts';
import { nextDelayMs } from './retry-schedule.ts';
import { MINUTE } from './time.ts';

/**
 * The states of a delivery, which is one event for one endpoint. `pending` is the state until the first attempt has
 * ended.
 *
 * | from | event | to |
 * |---|---|---|
 * | pending, retrying | attempt gets 2xx | delivered |
 * | pending, retrying | attempt fails, attempts left | retrying |
 * | pending, retrying | attempt fails, none left | dead_letter |
 * | any, with no attempt in progress | replay | pending, next generation |
 *
 * See: docs/contract/webhooks.md#deliveries.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'dead_letter'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const OPEN_STATUSES: ReadonlySet<DeliveryStatus> = new Set(['pending', 'retrying']);

/**
 * The id of the delivery of an event to an endpoint. Its time is the reserved delivery time, and its random half is a
 * digest of the two ids. So the relay, which may process an event twice, creates the same delivery both times, and the
 * receiver gets the same `x-aid-request-id` with every retry and replay.
 */
export function deliveryId(eventId: string, webhookId: string, time: number): string {
  const digest = createHash('sha256').update(`${eventId} ${webhookId}`).digest();
  return makeId('delivery', time, randomPartOf(digest));
}

/** How an attempt ended. */
export type AttemptOutcome =
  | { ok: true; responseStatus: number; durationMs: number }
  | {
      ok: false;
      responseStatus: number | null;
      durationMs: number;
      error: string;
      retryAfterSeconds?: number;
    };

/**
 * The length of the lease of an attempt. If its worker crashes, another one repeats the attempt after this time. An
 * attempt that lasts longer renews its lease, so that a slow receiver does not get it twice.
 */
export const ATTEMPT_LEASE_MS = 5_000;

/** How often a running attempt renews its lease. One renewal may fail before the lease is lost. */
export const LEASE_RENEWAL_MS = 2_000;

/**
 * A delivery. Its row is the source of truth for state and schedule; the queue only carries the attempts that are due.
 *
 * Every replay starts a new `generation`; `attemptCount` is the number of finished attempts of the current one. The
 * worker that makes an attempt has the lease `leaseId` until `leaseUntil`.
 *
 * See: docs/contract/webhooks.md#deliveries; docs/architecture.md#a-delivery.
 */
export interface Delivery {
  id: string;
  organizationId: string;
  webhookId: string;
  /** The identity that the endpoint belongs to. Its agent key may see the delivery. */
  identityId: string | null;
  eventId: string;
  eventType: string;
  url: string;
  status: DeliveryStatus;
  generation: number;
  attemptCount: number;
  leaseId?: string;
  leaseUntil?: number;
  lastError: string | null;
  responseStatus: number | null;
  durationMs: number | null;
  nextAttemptAt: number | null;
  deliveredAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** A test call. It is not an event of the log, and has one attempt. */
  test?: true;
  /** A push notification of a step of a task, instead of an event of the log. */
  push?: PushedStep;
  /** Since when the delivery has been due, while it waits for the budget of its organization. Epoch milliseconds. */
  dueSince?: number;
  /** The size of the attempt that waits. */
  waitingBytes?: number;
  /** The replay that started this generation, so that the relay can process a replay twice. */
  replayId?: string;
}

/** The step of a task that a push notification reports, and the push configuration that it is for. */
export interface PushedStep {
  taskId: string;
  configId: string;
  seq: number;
}

/** Whether a delivery waits for the budget of its organization before its first attempt. */
export function isWaiting({ status, waitingBytes }: Pick<Delivery, 'status' | 'waitingBytes'>): boolean {
  return status === 'pending' && waitingBytes !== undefined;
}

/** A delivery before its first attempt. `time` is the delivery time that is reserved for it. */
export function newDelivery(
  webhook: { id: string; organizationId: string; identityId: string | null; url: string },
  event: { id: string; type: string },
  time: number,
): Delivery {
  return {
    id: deliveryId(event.id, webhook.id, time),
    organizationId: webhook.organizationId,
    webhookId: webhook.id,
    identityId: webhook.identityId,
    eventId: event.id,
    eventType: event.type,
    url: webhook.url,
    status: 'pending',
    generation: 1,
    attemptCount: 0,
    lastError: null,
    responseStatus: null,
    durationMs: null,
    nextAttemptAt: null,
    deliveredAt: null,
    createdAt: time,
    updatedAt: time,
  };
}

/** What follows from an attempt. `dueAt` is when the sweep enqueues the retry. */
export type RetryDecision =
  | { status: 'delivered' }
  | { status: 'retrying'; nextAttemptAt: number; dueAt: number }
  | { status: 'dead_letter' };

/** SQS delays a message by at most 15 minutes. The sweep enqueues later retries. */
const MAX_QUEUE_DELAY_MS = 15 * MINUTE;

/** How long the sweep waits for a retry that is in the queue, before it considers the message lost. */
export const QUEUE_GRACE_MS = 2 * MINUTE;

/**
 * Decides what follows from an attempt. `delays` are the seconds before attempts 2 to n, `finished` is the number of
 * attempts that have ended, including this one, and `random` a number from 0 to 1.
 */
export function decideRetry(
  outcome: AttemptOutcome,
  delays: readonly number[],
  finished: number,
  random: number,
  now: number,
): RetryDecision {
  if (outcome.ok) return { status: 'delivered' };
  const delay = nextDelayMs(delays, finished, random, outcome.retryAfterSeconds);
  if (delay === undefined) return { status: 'dead_letter' };
  const nextAttemptAt = now + delay;
  return {
    status: 'retrying',
    nextAttemptAt,
    dueAt: delay > MAX_QUEUE_DELAY_MS ? nextAttemptAt : nextAttemptAt + QUEUE_GRACE_MS,
  };
}
