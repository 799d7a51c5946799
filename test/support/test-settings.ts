/** Ends a wait for what does not come. With the usual second, a busy machine would decide. */
const EXPECT = { poll: { timeout: 60_000 } };

/** What Vitest sets for every test file that runs in the service's own process: `npm test` and the mutation tests. */
export const TEST_SETTINGS = {
  expect: EXPECT,
  restoreMocks: true,
  unstubEnvs: true,
  setupFiles: ['test/support/global-seed.ts', 'test/support/within-an-hour.ts'],
  env: {
    STAGE: 'test',
    MAIL_DOMAIN: 'agents.test',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_SERVICE_NAME: 'test',
    POWERTOOLS_METRICS_NAMESPACE: 'test',
  },
};
