import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { hasQuickSize, readTestTimes, type TestTimes } from './test-times.ts';
import { TOOL_FOLDERS } from './tool-folders.ts';

const ROOT = join(import.meta.dirname, '..');

/** The runs from the shortest to the longest. See: docs/tests.md#three-tiers. */
export const TIERS = ['quick', 'merge', 'release'] as const;

/**
 * Where a test file runs first:
 * - `quick`: `npm test`;
 * - `merge`: `.ci/run` too;
 * - `release`: only `npm run test:release`.
 */
export type Tier = (typeof TIERS)[number];

/**
 * The most seconds that a file of the quick tier may take, by its folder. Rules, schemas, templates and the route table
 * may take longer than what needs an engine or a stack, because they are what a change breaks most often.
 */
export const MAX_QUICK_SECONDS: Readonly<Record<string, number>> = {
  'test/unit': 2.5,
  'test/infra': 10,
  'test/contract': 10,
  'test/data': 1,
  'test/local': 1.5,
  'test/flow': 2.5,
};

/** The most seconds that all files of the quick tier may take together, one after the other. */
export const MAX_QUICK_SECONDS_TOGETHER = 285;

/** The most seconds of a file that runs before a merge, unless it is one of `PROMISES`. */
export const MAX_MERGE_SECONDS = 20;

/** What the service promises and only a long test shows: part of every merge, whatever it takes. */
const PROMISES: readonly string[] = [
  // Nothing is lost or doubled when the service or its clients are killed, behind a hostile network too.
  'test/flow/kill*.test.ts',
  'test/data/approval-kills.test.ts',
  'test/flow/faults.test.ts',
  'test/flow/sdk-guarantees-*.test.ts',
  'test/sdk-go/go-tests.test.ts',
  'test/sdk-python/{follow,send,work}.test.ts',
  // A stage is deployed, upgraded and rolled back, and each release reads what the other has stored.
  'test/deployment/upgrade.test.ts',
  'test/compatibility/*.test.ts',
  // Each client works in its language as it is installed.
  'test/sdk-{python,typescript}/package.test.ts',
  'test/sdk-{python,typescript}/scenarios.test.ts',
  'test/mcp-clients/python.test.ts',
  'test/webhooks/libraries.test.ts',
  'test/identity-tokens/{agent-cards,libraries}.test.ts',
  // The console works in a browser, and the service does what its description says.
  'test/console/*.test.ts',
  'test/description/schemathesis-*.test.ts',
];

/**
 * Tests that other load on the machine can fail: they compare processor times, or try what the service itself stops
 * after a time. They decide about a release, and not about a merge.
 */
const MEASURING: readonly string[] = [
  'test/unit/*-growth.test.ts',
  'test/sdk-*/overhead.test.ts',
  // The service itself stops reading an email after a time.
  'test/flow/mail-bombs.test.ts',
];

/**
 * The tier of a test file, by its recorded time at the quick size. A file without a time is part of every merge, until
 * its time is recorded.
 *
 * @param path from the root of the project.
 * @example
 * tierOf('test/unit/ids.test.ts', { 'test/unit/ids.test.ts': 0.1 }); // 'quick'
 * tierOf('test/flow/kill.test.ts', { 'test/flow/kill.test.ts': 21 }); // 'merge', by PROMISES
 */
export function tierOf(path: string, times: TestTimes): Tier {
  if (matches(MEASURING, path)) return 'release';
  const seconds = times[path];
  const maxQuick = MAX_QUICK_SECONDS[path.split('/').slice(0, 2).join('/')];
  if (seconds !== undefined && maxQuick !== undefined && seconds <= maxQuick) return 'quick';
  return seconds === undefined || seconds <= MAX_MERGE_SECONDS || matches(PROMISES, path) ? 'merge' : 'release';
}

function matches(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern));
}

/** Every test file, by its path from the root of the project. */
export function testFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
}

/**
 * The files that the run of a tier tries. The run before a merge follows `npm test`, so it leaves out the quick files,
 * except for those that try more at its size. A release tries all.
 */
export function filesOfRun(tier: Tier, times: TestTimes = readTestTimes()): string[] {
  const files = testFiles();
  if (tier === 'release') return files;
  return files.filter((path) => {
    const first = tierOf(path, times);
    return first === tier || (tier === 'merge' && first === 'quick' && hasQuickSize(path));
  });
}

/** Whether a test file needs more than Node: a language, a browser or the history of the repository. */
export function needsTools(path: string): boolean {
  return TOOL_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}
