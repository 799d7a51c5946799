import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The package of the TypeScript SDK as users get it: packed, installed into empty projects, and run by each runtime
 * against a stack. It installs the runtimes. `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/sdk-typescript/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 900_000,
  },
});
