/** The origin of web pages that may call the MCP server. */
export const ALLOWED_ORIGIN = 'https://pages.example.com';

/**
 * The settings of the stack that test files share: limits out of the reach of tests, retries after seconds, and the
 * synthesized policy of every function enforced.
 */
export const SHARED_SETTINGS = {
  AID_EPHEMERAL: '1',
  AID_CHECK_ACCESS: '1',
  AID_EMULATOR_SECRET: 'known-to-the-tests',
  AID_DELIVERY_DELAYS: '1,1,2',
  AID_MCP_ORIGINS: ALLOWED_ORIGIN,
  AID_LIMITS: JSON.stringify({
    ipRequestsPerMinute: 1_000_000,
    orgRequestsPerMinute: 1_000_000,
    failedAuthenticationsPerMinute: 1_000_000,
    unverifiedAgents: 1000,
    signupStartsPerHour: 1_000_000,
    signupResendsPerHour: 1_000_000,
    tunnelRequestsPerMinute: 1_000_000,
    tunnelAddressRequestsPerMinute: 1_000_000,
  }),
} as const;
