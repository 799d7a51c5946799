import { putAttemptResponse } from '#shared/data/direct-writes/attempt-response.ts';
import { responseContext } from '#shared/data/entities/delivery/attempt-response.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { packResponse, type ReceiverResponse } from '#shared/domain/delivery/receiver-response.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';

/**
 * Keeps what a receiver has responded to an attempt, encrypted. Never throws, because a delivery does not depend on it.
 * `endedAt`: the time by which the delivery knows the attempt, in epoch milliseconds.
 */
export async function keepResponse(
  { organizationId, id: deliveryId }: Delivery,
  endedAt: number,
  response: ReceiverResponse,
): Promise<void> {
  const attempt = { organizationId, deliveryId, endedAt };
  try {
    const keyring = await getKeyring();
    const sealed = keyring.sealBytes('delivery-response', responseContext(attempt), packResponse(response));
    await putAttemptResponse(getTable(), { ...attempt, sealed });
  } catch (error) {
    logger.warn('response of a receiver not kept', { delivery_id: deliveryId, error: error as Error });
  }
}
