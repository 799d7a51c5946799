import type { DeliveryStatus } from './delivery.ts';

/** What a recovery replays: deliveries that failed for good, those that wait for a retry, or both. */
export const RECOVERY_STATUSES = ['dead_letter', 'retrying', 'all'] as const;
export type RecoveryStatus = (typeof RECOVERY_STATUSES)[number];

/** The most deliveries of one recovery. Their ids are one row. See: docs/contract/limits.md#events-and-webhooks. */
export const MAX_RECOVERED_DELIVERIES = 1_000;

/** The most deliveries of the organization that a request reads to find those of its recovery. */
export const MAX_EXAMINED_DELIVERIES = 10_000;

/** How long a recovery can be read. */
export const RECOVERY_KEPT_DAYS = 30;

/** The statuses of a delivery that has failed. One that is `pending` has had no attempt since it was last started. */
export const FAILED_STATUSES: readonly DeliveryStatus[] = ['dead_letter', 'retrying'];

/** Whether a recovery replays a delivery. Test calls are left out: each is a trial of its own, with one attempt. */
export function isRecoverable(delivery: { status: DeliveryStatus; test?: true }, status: RecoveryStatus): boolean {
  if (delivery.test === true) return false;
  return status === 'all' ? FAILED_STATUSES.includes(delivery.status) : delivery.status === status;
}
