import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';

const UNREACHED = 1_000_000;
const COUNTED = /Per(?:Minute|Hour|Day)|Agents$|(?:Streams|Waits)/;

const LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS)
    .filter((name) => COUNTED.test(name))
    .map((name) => [name, UNREACHED]),
);

/**
 * The settings of a stack of a test's own that makes many requests or is killed: limits that no test reaches, and
 * retries after seconds. A program that is killed leaves its streams behind, and an email waits for the lease of an
 * interrupted attempt to send it. Test files take the same settings, because a stack with others is synthesized first.
 */
export const UNLIMITED_SETTINGS = {
  AID_LIMITS: JSON.stringify(LIMITS),
  AID_DELIVERY_DELAYS: '1,1,1,1,1,1,1,1,1,1',
  AID_SENDING_LEASE_SECONDS: '10',
} as const;
