import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The SDK in Go: its own tests, some of them against a service that is killed and behind a hostile network. They need
 * Go 1.25 or later, and install staticcheck. `npm run test:tools` runs them.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/sdk-go/**/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 2_700_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
