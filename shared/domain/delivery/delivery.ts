import { createHash } from 'node:crypto';
import { makeId, randomPartOf } from '../ids/ids.ts';
import { MINUTE } from '../time/time.ts';
import { nextDelayMs } from './retry-schedule.ts';

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

/** Whether a delivery waits for the budget of its organization before its first attempt. */
export function isWaiting({ status, waitingBytes }: { status: DeliveryStatus; waitingBytes?: number }): boolean {
  return status === 'pending' && waitingBytes !== undefined;
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
