import type { DeliveryJob } from '#shared/contract/jobs.ts';
import { recordOutcome } from '#shared/data/direct-writes/delivery-attempt.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { type AttemptOutcome, decideRetry } from '#shared/domain/delivery/delivery.ts';
import type { ReceiverResponse } from '#shared/domain/delivery/receiver-response.ts';
import { withRequestId } from '#shared/domain/http/request-scope.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { count, logger } from '#shared/runtime/log.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { keepResponse } from './keep-response.ts';
import { noteAttempt } from './note-attempt.ts';
import { scheduleNextAttempt } from './schedule-next-attempt.ts';
import type { AttemptRequest } from './webhook-target.ts';

/** An attempt that was made, and how it ended. */
export interface FinishedPost {
  readonly job: DeliveryJob;
  readonly delivery: Delivery;
  readonly request: AttemptRequest;
  /** The endpoint; absent for a push notification of a task, which no failure disables. */
  readonly endpoint: Webhook | undefined;
  readonly outcome: AttemptOutcome;
  /** What the receiver has responded, if it has. */
  readonly response: ReceiverResponse | undefined;
  /** Settles when what the attempt held is free. */
  readonly ending: Promise<void>;
}

/**
 * Records the outcome of an attempt in its endpoint and in its delivery, and schedules the next attempt if any. An
 * endpoint that is gone, or has failed for too long, is disabled. Records nothing in a delivery if its lease was lost.
 */
export async function recordAttempt(
  { job, delivery, request, endpoint, outcome, response, ending }: FinishedPost,
  { delays, retentionMs, failingDays, keepsResponses }: AttemptSettings,
): Promise<void> {
  const table = getTable();
  const now = Date.now();
  const reason = endpoint && (await noteAttempt(table, endpoint, outcome, failingDays, now));
  const attempt = delivery.attemptCount + 1;
  const decision = decideRetry(outcome, delivery.test === true ? [] : delays, attempt, Math.random(), now);
  const attempted = { ...delivery, url: request.url };
  const keeping = keepsResponses && response !== undefined ? keepResponse(delivery, now, response) : undefined;
  const recorded = await recordOutcome(table, attempted, outcome, decision, { now, retentionMs });
  await Promise.all([ending, keeping]);
  if (!recorded) return;
  count(`Attempts_${decision.status}`);
  // A job of the sweep does not name the request that appended the event, but the event does.
  await withRequestId(job.requestId ?? request.requestId, async () => {
    const { id, eventId } = delivery;
    logger.info('delivery attempted', { delivery_id: id, event_id: eventId, attempt, status: decision.status });
    await scheduleNextAttempt(delivery, decision, now);
    if (endpoint !== undefined && reason !== undefined) {
      await disableEndpoint(table, endpoint, { reason, days: failingDays }, now);
    }
  });
}
