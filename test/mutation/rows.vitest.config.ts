import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ROW_PARTS } from '#testing/row-parts.ts';
import { TEST_SETTINGS } from '../support/test-settings.ts';

/**
 * The tests that must notice the mutants: those of the rows and the commit, on an engine. Each part runs only its own.
 * The files of a run share a process, because to load the modules again for each file takes longer than its tests.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    ...TEST_SETTINGS,
    include: Object.values(ROW_PARTS).flatMap(({ tests }) => tests),
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
