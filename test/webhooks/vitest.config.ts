import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Deliveries, verified by the libraries of Standard Webhooks for Python and Go, which it installs. `npm run test:tools`
 * runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/webhooks/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 900_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
