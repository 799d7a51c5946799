import type { DeliveryWithAttempts } from '../../../typescript/src/index.ts';

/**
 * Whether a delivery was attempted since it had changed last before a replay: at `changedAt`, or `undefined` if there
 * was none. One that is to be retried may have changed because its next attempt has begun, or waits for its
 * destination: then `read` shows whether an attempt has ended since. The command `aid events replay` has the same rule.
 */
export async function hasEndedAttempt(
  { status, updated_at: at }: Pick<DeliveryWithAttempts, 'status' | 'updated_at'>,
  changedAt: string | undefined,
  read: () => Promise<Pick<DeliveryWithAttempts, 'status' | 'attempts'>>,
): Promise<boolean> {
  if (status === 'pending' || at === changedAt) return false;
  if (status !== 'retrying' || changedAt === undefined) return true;
  const present = await read();
  return present.status !== 'pending' && present.attempts.some(({ ended_at: endedAt }) => endedAt > changedAt);
}
