import type { History } from '../history.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkLeases } from './check-leases.ts';
import { checkLog } from './check-log.ts';
import { checkMail } from './check-mail.ts';
import { checkWrites } from './check-writes.ts';
import { type Violation, violation } from './violation.ts';

/**
 * Judges a whole run by what its clients saw and what the service holds at its end. Returns everything that is wrong.
 */
export function checkHistory(history: History): Violation[] {
  return [
    ...(history.isSettled ? [] : [violation('unsettled', 'queues or deliveries were not empty in time')]),
    ...checkWrites(history),
    ...checkLog(history),
    ...checkDeliveries(history),
    ...checkLeases(history),
    ...checkMail(history),
  ];
}
