import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { OWN_PROCESS } from './test/support/own-process.ts';
import { REMEMBERED_PASSWORDS, REPLACED_SERVICES } from './test/support/shared-processes.ts';
import { TEST_SETTINGS } from './test/support/test-settings.ts';
import { TOOL_FOLDERS } from './testing/tool-folders.ts';

const ON_THE_STACK = ['test/contract/**/*.test.ts', 'test/flow/**/*.test.ts'];
const ON_THE_ENGINE = ['test/data/**/*.test.ts'];
const WITH_TOOLS = TOOL_FOLDERS.map((folder) => `${folder}/**`);

/**
 * Three workers, each a separate process, for two cores: a file of test/data or test/flow waits for an engine or a
 * whole stack most of the time. The number is a setting of each project.
 */
const WORKERS = 3;

/**
 * All tests. `testing/test-tiers.ts` decides which of them a run without file names tries. The tests over HTTP share
 * one stack, which is started only when one of them runs.
 *
 * The files of `OWN_PROCESS` get a process each. All others run one after the other in the processes of their project,
 * those of test/data with one engine per process: to load the modules again for each file took half the processor time
 * of the smaller files. Files that replace services share processes with those that replace the same ones. A folder
 * of tests that need more than Node has a configuration of its own.
 */
export default defineConfig({
  test: {
    ...TEST_SETTINGS,
    pool: 'forks',
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    // These only end what hangs: on a busy machine, a test can take minutes.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...ON_THE_STACK, ...ON_THE_ENGINE, ...OWN_PROCESS, ...WITH_TOOLS],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ON_THE_ENGINE,
          exclude: [...OWN_PROCESS, ...REPLACED_SERVICES, ...REMEMBERED_PASSWORDS],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replaced services', include: [...REPLACED_SERVICES], isolate: false } },
      {
        extends: true,
        test: {
          name: 'passwords',
          include: [...REMEMBERED_PASSWORDS],
          isolate: false,
          setupFiles: ['test/support/remember-passwords.ts'],
        },
      },
      { extends: true, test: { name: 'own process', include: [...OWN_PROCESS] } },
      {
        extends: true,
        test: {
          name: 'stack',
          include: ON_THE_STACK,
          isolate: false,
          globalSetup: ['test/support/shared-stack.ts'],
        },
      },
      ...TOOL_FOLDERS.map((folder) => ({
        extends: `${folder}/vitest.config.ts`,
        test: { name: basename(folder), pool: 'forks' as const, maxWorkers: WORKERS },
      })),
    ],
  },
});
