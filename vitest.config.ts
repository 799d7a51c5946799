import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst, ShortestFirst } from './test/support/order-of-files.ts';
import { OWN_PROCESS } from './test/support/own-process.ts';
import { REMEMBERED_PASSWORDS, REPLACED_SERVICES } from './test/support/shared-processes.ts';
import { TEST_SETTINGS } from './test/support/test-settings.ts';
import { UNLIMITED_FLOWS } from './test/support/unlimited-flows.ts';
import { testSize } from './testing/test-size.ts';
import { recordsTestTimes } from './testing/test-times.ts';
import { TOOL_FOLDERS } from './testing/tool-folders.ts';

const filesOf = (...folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

const ON_THE_ENGINE = filesOf('data');
/** The route table: on an engine too, with the services of the local profile. */
const IN_PROCESS = ['test/contract/*.test.ts'];
const ON_THE_STACK = [
  ...filesOf('contract/over-http', 'flow'),
  ...filesOf('description', 'identity-tokens', 'mcp-clients', 'sdk-go', 'sdk-typescript', 'terminal', 'webhooks'),
];
/** They make more requests, or leave more streams behind, than the limits of the shared stack allow. */
const WITHOUT_LIMITS = [...filesOf('sdk-python'), ...UNLIMITED_FLOWS];
/** They compare processor times. */
const OVERHEAD = 'test/sdk-*/overhead.test.ts';
const SCHEMATHESIS = ['test/description/schemathesis-*.test.ts'];
const WITH_TOOLS = TOOL_FOLDERS.map((folder) => `${folder}/**`);

/**
 * Each worker is a separate process. The quick run has as many as there are processors. The others have one more,
 * because their files wait for a stack, a browser or another program most of the time. A run that records times has
 * one, so that the time of a file does not depend on the others.
 */
const WORKERS = recordsTestTimes() ? 1 : availableParallelism() + (testSize() === 'quick' ? 0 : 1);

/**
 * All tests. `testing/test-tiers.ts` decides which of them a run without file names tries. The tests over HTTP share
 * one stack, but for those that need other limits or look at a whole machine. A stack is started only when a test of
 * its project runs.
 *
 * The files of `OWN_PROCESS` get a process each. All others run one after the other in the processes of their project,
 * those of test/data with one engine per process: to load the modules again for each file took half the processor time
 * of the smaller files. Files that replace services share processes with those that replace the same ones.
 */
export default defineConfig({
  test: {
    ...TEST_SETTINGS,
    pool: 'forks',
    maxWorkers: WORKERS,
    sequence: { sequencer: recordsTestTimes() ? ShortestFirst : LongestFirst },
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
          exclude: [...ON_THE_STACK, ...ON_THE_ENGINE, ...IN_PROCESS, ...OWN_PROCESS, ...WITH_TOOLS],
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
      {
        extends: true,
        test: {
          name: 'contract',
          include: IN_PROCESS,
          isolate: false,
          setupFiles: ['test/support/remember-passwords.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          include: [...OWN_PROCESS, ...filesOf('compatibility', 'deployment', 'rendering')],
        },
      },
      onStack('stack', 'test/support/shared-stack.ts', {
        include: ON_THE_STACK,
        exclude: [...WITHOUT_LIMITS, ...SCHEMATHESIS, OVERHEAD],
      }),
      onStack('unlimited stack', 'test/support/unlimited-stack.ts', { include: WITHOUT_LIMITS, exclude: [OVERHEAD] }),
      onStack('schemathesis', 'test/description/schemathesis/stack.ts', { include: SCHEMATHESIS }),
      onStack('console', 'test/console/support/stack.ts', { include: filesOf('console') }),
      onStack('agent frameworks', 'test/mcp-frameworks/support/stack.ts', { include: filesOf('mcp-frameworks') }),
      onStack('overhead', 'test/support/unlimited-stack.ts', {
        include: [OVERHEAD],
        isolate: true,
        fileParallelism: false,
      }),
    ],
  },
});

/** The tests of a stack that a global setup starts. */
function onStack(name: string, globalSetup: string, options: Readonly<Record<string, unknown>>) {
  return { extends: true as const, test: { name, isolate: false, globalSetup: [globalSetup], ...options } };
}
