import * as routes from '#shared/contract/routes/webhooks.ts';
import { attemptsOf } from '#shared/domain/delivery/finished-attempts.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { keptResponses } from '#shared/services/deliveries/kept-responses.ts';
import { deliveryRecord } from './delivery-record.ts';
import { loadDelivery } from './load-delivery.ts';

export const getDelivery = resourceOperation(routes.getDelivery, loadDelivery, async (context, delivery) => {
  const responses = await keptResponses(context, delivery);
  return reply({
    ...deliveryRecord(delivery),
    attempts: attemptsOf(delivery).map(({ endedAt, responseStatus, durationMs, error }) => ({
      ended_at: timestamp(endedAt),
      response_status: responseStatus,
      duration_ms: durationMs,
      error,
      response: responses.get(endedAt) ?? null,
    })),
  });
});
