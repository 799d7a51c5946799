import { defineConfig } from 'vitest/config';
import { ADVERSARIAL, ADVERSARIAL_ON_THE_STACK, ADVERSARIAL_PARTS } from './test/support/adversarial.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { OWN_PROCESS } from './test/support/own-process.ts';
import { REMEMBERED_PASSWORDS, REPLACED_SERVICES } from './test/support/shared-processes.ts';
import { TEST_SETTINGS } from './test/support/test-settings.ts';
import { TOOL_FOLDERS } from './test/support/tool-folders.ts';

const ON_THE_STACK = ['test/contract/**/*.test.ts', 'test/flow/**/*.test.ts'];
const ON_THE_ENGINE = ['test/data/**/*.test.ts'];
/** See: test/tools.config.ts. */
const WITH_TOOLS = TOOL_FOLDERS.map((folder) => `${folder}/**`);

const STACK = {
  isolate: false,
  globalSetup: ['test/support/shared-stack.ts'],
  hookTimeout: 150_000,
};

/** Ends what hangs. Those that pass take minutes on a busy machine, and no test is about time. */
const ADVERSARIAL_TIMES = { testTimeout: 900_000, hookTimeout: 900_000 };

/**
 * All tests, but those that need more than Node. Three workers, each a separate process, for two cores: a file of
 * test/data or test/flow starts an engine or a whole stack, and its worker waits for that most of the time. The tests
 * over HTTP share one stack, which is started only when one of them runs.
 *
 * The files of `OWN_PROCESS` get a process each. All others run one after the other in the processes of their project,
 * those of test/data with one engine per process: to load the modules again for each file took half the processor time
 * of the smaller files. Files that replace services share processes with those that replace the same ones.
 */
export default defineConfig({
  test: {
    ...TEST_SETTINGS,
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Ends what hangs. A test that synthesizes four stages takes 5 s, and a minute on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...ON_THE_STACK, ...ON_THE_ENGINE, ...OWN_PROCESS, ...ADVERSARIAL, ...WITH_TOOLS],
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
      { extends: true, test: { name: 'own process', include: [...OWN_PROCESS], exclude: [...ADVERSARIAL] } },
      { extends: true, test: { ...STACK, name: 'stack', include: ON_THE_STACK, exclude: [...ADVERSARIAL] } },
      {
        extends: true,
        test: { ...ADVERSARIAL_TIMES, name: 'adversarial', include: [...ADVERSARIAL_PARTS] },
      },
      {
        extends: true,
        test: {
          ...STACK,
          ...ADVERSARIAL_TIMES,
          name: 'adversarial stack',
          include: [...ADVERSARIAL_ON_THE_STACK],
        },
      },
    ],
  },
});
