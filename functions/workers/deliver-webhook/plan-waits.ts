import type { BudgetWait } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { budgetResetsAt, deliveryRoom } from '../../../shared/data/direct-writes/delivery-budget.ts';
import { noteWaiting } from '../../../shared/data/direct-writes/waiting-delivery.ts';
import { isOwnerVerified } from '../../../shared/data/verified-organizations.ts';
import { type Delivery, isWaiting } from '../../../shared/domain/delivery.ts';
import { budgetExhausted } from '../../../shared/domain/delivery-limits.ts';
import type { Limits } from '../../../shared/domain/limits.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import type { WaitsOf } from '../../../shared/services/deliveries/start-deliveries.ts';

/**
 * Decides which deliveries of an unverified organization wait for its budget from the beginning, without a job: those
 * beyond what it may send now. Otherwise a stranger could make the service do much more work than it allows to be sent.
 * The attempt has the last word about the others. A verified organization has room for all of them.
 *
 * See: docs/decisions/0042-strangers.md.
 */
export function planWaits(
  { organizationId, bytes }: { organizationId: string; bytes: number },
  limits: Limits,
  now: number,
): WaitsOf {
  return async (deliveries) => {
    const table = getTable();
    if (await isOwnerVerified(table, organizationId)) return [];
    const room = await deliveryRoom(table, { organizationId, isVerified: false }, limits, now);
    // The first attempt of an hour may be larger than the budget.
    const fitting = room.isUnused ? Math.max(1, Math.floor(room.bytes / bytes)) : Math.floor(room.bytes / bytes);
    const until = budgetResetsAt(now);
    const waitFor = (lacking: 'attempts' | 'bytes'): BudgetWait => ({
      reason: budgetExhausted(lacking, false, limits, until),
      until,
      bytes,
    });
    return deliveries.map((_, index) => {
      if (index >= room.attempts) return waitFor('attempts');
      return index >= fitting ? waitFor('bytes') : undefined;
    });
  };
}

/** Has the sweep look at the deliveries that wait, also those that an earlier run of the job has created. */
export async function noteWaits(deliveries: readonly Delivery[], now: number): Promise<void> {
  const waiting = deliveries.find(isWaiting);
  if (waiting === undefined) return;
  await noteWaiting(getTable(), waiting.organizationId, waiting.nextAttemptAt ?? budgetResetsAt(now), now);
}
