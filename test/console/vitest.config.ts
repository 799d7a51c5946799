import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { EXPECT } from '../support/test-settings.ts';

/**
 * The web console in Chromium, which it installs from the distribution if there is none. `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/console/**/*.test.ts'],
    globalSetup: ['test/support/shared-stack.ts'],
    fileParallelism: false,
    expect: EXPECT,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
