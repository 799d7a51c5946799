import { renewAttemptLease } from '#shared/data/direct-writes/delivery-attempt.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { ATTEMPT_LEASE_MS, LEASE_RENEWAL_MS } from '#shared/domain/delivery/delivery.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';

/**
 * Makes an attempt, and renews its lease for as long as it lasts. A short lease lets another worker repeat the attempt
 * soon after a crash; the renewals keep a slow receiver from getting it twice. A renewal that fails is not repeated:
 * the next one is due before the lease expires.
 */
export async function whileLeased<T>(delivery: Delivery, attempt: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    renewAttemptLease(getTable(), delivery, Date.now() + ATTEMPT_LEASE_MS).catch((error: unknown) => {
      logger.warn('lease not renewed', { delivery_id: delivery.id, error: error as Error });
    });
  }, LEASE_RENEWAL_MS);
  try {
    return await attempt();
  } finally {
    clearInterval(renewal);
  }
}
