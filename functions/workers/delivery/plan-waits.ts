import type { BudgetWait } from '#shared/data/direct-writes/delivery-attempt.ts';
import { budgetResetsAt, deliveryRoom } from '#shared/data/direct-writes/delivery-budget.ts';
import { noteWaiting } from '#shared/data/direct-writes/waiting-delivery.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { isWaiting } from '#shared/domain/delivery/delivery.ts';
import { type BudgetPart, budgetExhausted } from '#shared/domain/delivery/delivery-limits.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { getTable } from '#shared/runtime/clients.ts';
import type { WaitsOf } from '#shared/services/deliveries/start-deliveries.ts';
import { PromisedRoom } from './promised-room.ts';

const promised = new PromisedRoom();

/**
 * Decides which deliveries of an event of an unverified organization wait for its budget from the beginning, without a
 * job: those beyond what it may send now. Otherwise a stranger could make the service do much more work than it allows
 * to be sent. The attempt has the last word about the others. `bytes`: about the size of one attempt.
 *
 * See: docs/decisions/0042-strangers.md.
 */
export function planWaits(
  { organizationId, bytes }: { organizationId: string; bytes: number },
  limits: Limits,
  now: number,
): WaitsOf {
  return async (deliveries) => {
    const found = await deliveryRoom(getTable(), { organizationId, isVerified: false }, limits, now);
    const room = promised.leftOf(organizationId, found, now);
    // The first attempt of an hour may be larger than the budget.
    const fitting = Math.max(Math.floor(room.bytes / bytes), found.isUnused && room.bytes === found.bytes ? 1 : 0);
    const started = Math.min(room.attempts, fitting, deliveries.length);
    promised.note(organizationId, room, { attempts: started, bytes: started * bytes }, now);
    const until = budgetResetsAt(now);
    const waitFor = (lacking: BudgetPart): BudgetWait => ({
      reason: budgetExhausted(lacking, false, limits, until),
      until,
      bytes,
    });
    return deliveries.map((_, index) => {
      if (index < started) return undefined;
      return waitFor(index >= room.attempts ? 'attempts' : 'bytes');
    });
  };
}

/** Has the sweep look at the deliveries that wait, also those that an earlier run of the job has created. */
export async function noteWaits(deliveries: readonly Delivery[], now: number): Promise<void> {
  const waiting = deliveries.find(isWaiting);
  if (waiting === undefined) return;
  await noteWaiting(getTable(), waiting.organizationId, waiting.nextAttemptAt ?? budgetResetsAt(now), now);
}
