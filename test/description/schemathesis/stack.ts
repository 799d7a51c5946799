import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { providedStack } from '../../support/provided-stack.ts';

/** Limits out of reach of a run, which checks the operations and not the rate limits. */
const UNREACHED = 1_000_000;

/**
 * Every event is delivered to every matching endpoint, and generated requests make thousands of events: a few endpoints
 * are enough.
 */
const WEBHOOKS = 40;

/** Durations keep their default. */
const DURATION = /(?:Ms|Seconds|Minutes|Hours|Days)$/;

const LIMITS = {
  ...DEFAULT_LIMITS,
  ...Object.fromEntries(
    Object.keys(DEFAULT_LIMITS)
      .filter((name) => !DURATION.test(name))
      .map((name) => [name, UNREACHED]),
  ),
  webhooksPerAgent: WEBHOOKS,
  webhooksPerOrganization: WEBHOOKS,
};

/**
 * The stack of schemathesis. It connects to nothing but this machine and postpones all deliveries, because a generated
 * URL may belong to a real server: a failed delivery is retried tomorrow.
 */
export const { setup, teardown } = providedStack({
  AID_EPHEMERAL: '1',
  AID_LOOPBACK_ONLY: '1',
  AID_DELIVERY_DELAYS: '86400',
  AID_LIMITS: JSON.stringify(LIMITS),
});
