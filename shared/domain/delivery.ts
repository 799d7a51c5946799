import { createHash } from 'node:crypto';
import { makeId, randomPartOf } from './ids.ts';
import { MAX_QUEUE_DELAY_SECONDS } from './queue-delay.ts';
import { nextDelayMs } from './retry-schedule.ts';
import { MINUTE, SECOND } from './time.ts';

/**
 * A delivery: one event for one endpoint. `pending` is the state before the first attempt has ended.
 *
 * | from | attempt ends | to |
 * |---|---|---|
 * | pending, retrying | 2xx | delivered |
 * | pending, retrying | anything else, attempts left | retrying |
 * | pending, retrying | anything else, none left | dead_letter |
 * | any that is at rest | replay | pending, next generation |
 *
 * See: docs/contract/webhooks.md#deliveries.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'dead_letter'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const OPEN_STATUSES: ReadonlySet<DeliveryStatus> = new Set(['pending', 'retrying']);

/**
 * The id of the delivery of `eventId` to `webhookId`: its time is the one reserved for it, its random half
 * follows from what it names. So the relay, which may see an event twice, makes the same delivery both times,
 * and the receiver sees the same `x-aid-request-id` on every retry and replay.
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

/** The longest an attempt may hold its delivery: the request's time-out and room to write the outcome. */
export function leaseMs(timeoutMs: number): number {
  return timeoutMs + 10_000;
}

/**
 * A delivery: the truth about it and its schedule. The queue only carries what is due.
 *
 * Every replay begins a new `generation`; `attemptCount` counts the finished attempts of this one. Whoever
 * attempts holds the lease, named by `leaseId`, until `leaseUntil`.
 *
 * See: docs/contract/webhooks.md#deliveries; docs/architecture.md#a-delivery.
 */
export interface Delivery {
  id: string;
  organizationId: string;
  webhookId: string;
  /** The agent the endpoint is scoped to: whose key may see the delivery. */
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
  /** A test call: outside the log, one attempt. */
  test?: true;
  /** A push notification of a task's step, instead of an event of the log. */
  push?: PushedStep;
  /** The replay that began this generation, so that the relay may repeat itself. */
  replayId?: string;
}

/** Which step of which task a push notification tells of, and to which of the task's configurations. */
export interface PushedStep {
  taskId: string;
  configId: string;
  seq: number;
}

/** A delivery before its first attempt. `time`: the millisecond reserved for it. */
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

/** What an attempt leads to. `dueAt`: when the sweeper has to care for the retry. */
export type RetryDecision =
  | { status: 'delivered' }
  | { status: 'retrying'; nextAttemptAt: number; dueAt: number }
  | { status: 'dead_letter' };

/** How long the sweeper leaves a retry that the queue carries, before it takes the message for lost. */
const QUEUE_GRACE_MS = 2 * MINUTE;

/**
 * Judges an attempt. `delays`: seconds before attempts 2 to n; `finished`: attempts that have ended, this one
 * included; `random`: 0 to 1.
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
    dueAt: delay > MAX_QUEUE_DELAY_SECONDS * SECOND ? nextAttemptAt : nextAttemptAt + QUEUE_GRACE_MS,
  };
}
