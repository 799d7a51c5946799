/** What Vitest sets for every test file that runs in the service's own process: `npm test` and the mutation tests. */
export const TEST_SETTINGS = {
  restoreMocks: true,
  unstubEnvs: true,
  setupFiles: ['test/support/global-seed.ts'],
  env: {
    STAGE: 'test',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_SERVICE_NAME: 'test',
    POWERTOOLS_METRICS_NAMESPACE: 'test',
  },
};
