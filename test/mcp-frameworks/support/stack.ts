import { providedStack } from '../../support/provided-stack.ts';

/** The waits that an organization may have at once. */
export const MAX_WAITS = 2;

/** The one stack of the agent frameworks: with the limit of requests of the contract, and few waits. */
export const { setup, teardown } = providedStack({
  AID_EPHEMERAL: '1',
  AID_LIMITS: JSON.stringify({ waitsPerOrganization: MAX_WAITS, ipRequestsPerMinute: 1_000_000 }),
});
