import type { ReceiverPolicy } from '#shared/domain/http/url-safety.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';

/** What an attempt depends on, besides its delivery. */
export interface AttemptSettings {
  /** Whether the owner of the organization is verified. */
  readonly isVerified: boolean;
  readonly limits: Limits;
  readonly policy: ReceiverPolicy;
  /** The URLs of the API of this service, which no delivery may reach. */
  readonly ownUrls: readonly string[];
  /** Seconds before each retry. */
  readonly delays: readonly number[];
  /** How long an ended delivery is kept. */
  readonly retentionMs: number;
  /** How many days an endpoint may fail before the service disables it. */
  readonly failingDays: number;
  /** Whether what receivers respond is kept. */
  readonly keepsResponses: boolean;
}

/** Reads all settings at once, so that none can be missing when a request has been sent already. */
export function readAttemptSettings(isVerified: boolean): AttemptSettings {
  const env = readEnv(
    'LIMITS',
    'DELIVERY_DELAYS',
    'DELIVERY_RETENTION_DAYS',
    'WEBHOOK_FAILING_DAYS',
    'KEEP_RESPONSES',
    'ALLOW_LOOPBACK_RECEIVERS',
    'OWN_URLS',
  );
  return {
    isVerified,
    limits: env.LIMITS,
    policy: { allowLoopback: env.ALLOW_LOOPBACK_RECEIVERS === 'true' },
    ownUrls: env.OWN_URLS,
    delays: env.DELIVERY_DELAYS,
    retentionMs: env.DELIVERY_RETENTION_DAYS * DAY,
    failingDays: env.WEBHOOK_FAILING_DAYS,
    keepsResponses: env.KEEP_RESPONSES !== 'false',
  };
}
