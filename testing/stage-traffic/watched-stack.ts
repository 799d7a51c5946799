import type { LocalStack } from '#local/local-stack.ts';
import { readSettings } from '#local/settings.ts';
import { startStack } from '#local/stack.ts';

/** More than a run sends. */
const MANY = 100_000;

/**
 * A stack in this process, with every alarm that settings can add, so that a caller can end functions and write to
 * queues. Nothing of it is left behind.
 */
export function startWatchedStack(): Promise<LocalStack> {
  const settings = readSettings({
    AID_PORT: '0',
    AID_SMTP_PORT: '0',
    AID_EPHEMERAL: '1',
    AID_LOOPBACK_ONLY: '1',
    AID_DELIVERY_DELAYS: '1,2',
    AID_ACCOUNT_CONCURRENCY: '200',
    AID_LIMITS: JSON.stringify({
      ipRequestsPerMinute: MANY,
      orgRequestsPerMinute: MANY,
      unverifiedEmailsPerDay: MANY,
    }),
  });
  // Severe lines are what this is about: they are no failure of the caller.
  return startStack({ settings, show: () => {}, onBroken: () => {} });
}
