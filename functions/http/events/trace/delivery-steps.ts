import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { attemptsOf, type FinishedAttempt } from '#shared/domain/delivery/finished-attempts.ts';
import { timestampOrNull } from '#shared/domain/time/time.ts';
import { keptResponses, type ResponseRecord } from '#shared/services/deliveries/kept-responses.ts';
import type { Step } from './trace.ts';
import { TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/**
 * Each delivery with its attempts and what the receiver responded. A delivery never comes before the event that it is
 * of.
 */
export async function deliverySteps(
  reader: TraceReader,
  deliveries: readonly Delivery[],
  events: ReadonlyMap<string, Pick<EventRow, 'createdAt'>>,
): Promise<Step[]> {
  const responses = await responsesTo(reader, deliveries);
  return deliveries.flatMap((delivery) => {
    const since = Math.max(delivery.createdAt, events.get(delivery.eventId)?.createdAt ?? 0);
    const known = responses.get(delivery.id);
    const attempts = attemptsOf(delivery).map((one) => attemptStep(delivery, one, known?.get(one.endedAt)));
    return [deliveryStep(delivery, since), ...attempts];
  });
}

/** Deliveries that the responses are read of at the same time. */
const AT_ONCE = 8;

/** The responses to the attempts of some deliveries, by the delivery: first of those that have failed. */
async function responsesTo(reader: TraceReader, deliveries: readonly Delivery[]) {
  const attempted = deliveries.filter((delivery) => attemptsOf(delivery).length > 0);
  const ofInterest = [
    ...attempted.filter(({ status }) => status !== 'delivered'),
    ...attempted.filter(({ status }) => status === 'delivered'),
  ].slice(0, TRACE_BOUNDS.responses);
  const read = async (delivery: Delivery) => [delivery.id, await keptResponses(reader, delivery)] as const;
  return new Map(await mapWithLimit(ofInterest, AT_ONCE, read));
}

function deliveryStep(delivery: Delivery, at: number): Step {
  const { id, eventType, eventId, webhookId, url, status, attemptCount, lastError, nextAttemptAt } = delivery;
  return {
    at,
    kind: delivery.push === undefined ? 'delivery' : 'push',
    id,
    summary: `${eventType} to ${url}`,
    status,
    detail: {
      event_id: eventId,
      event_type: eventType,
      webhook_id: webhookId,
      url,
      attempt_count: attemptCount,
      last_error: lastError,
      next_attempt_at: timestampOrNull(nextAttemptAt),
    },
  };
}

function attemptStep(
  { id, url }: Delivery,
  { endedAt, responseStatus, durationMs, error }: FinishedAttempt,
  response: ResponseRecord | undefined,
): Step {
  const what = error ?? `HTTP ${responseStatus}`;
  return {
    at: endedAt,
    kind: 'attempt',
    id,
    summary: `Attempt: ${what}, ${durationMs} ms`,
    status: error === null ? 'succeeded' : 'failed',
    detail: { url, response_status: responseStatus, duration_ms: durationMs, error, response: response ?? null },
  };
}
