import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * What a browser shows of emails, against what an agent reads of them. It needs Chromium, and installs that of the
 * distribution if there is none. `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/rendering/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 900_000,
  },
});
