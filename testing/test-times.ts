import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { testSize } from './test-size.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(import.meta.dirname, 'test-times.json');

/** The environment variable that makes a run record times: `true`. */
export const RECORD_TIMES_VARIABLE = 'AID_RECORD_TIMES';

/** Whether this run records how long each file takes. */
export function recordsTestTimes(): boolean {
  return process.env[RECORD_TIMES_VARIABLE] === 'true';
}

/** Seconds that each test file took at the last measurement, by its path from the root of the project. */
export type TestTimes = Readonly<Record<string, number>>;

/** The stored times. */
export function readTestTimes(): TestTimes {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as TestTimes) : {};
}

/** The path of a test file in the form of the stored times. */
export function pathOf(moduleId: string): string {
  return relative(ROOT, moduleId);
}

/** Has a number of its own for `npm test`. */
const HAS_QUICK_SIZE = /\bsizeOf\(\{\s*quick:/;

/** Whether a test file tries fewer at the quick size than at the usual one. */
export function hasQuickSize(path: string): boolean {
  return HAS_QUICK_SIZE.test(readFileSync(join(ROOT, path), 'utf8'));
}

function isMeasuredNow(moduleId: string): boolean {
  return testSize() === 'quick' || !hasQuickSize(pathOf(moduleId));
}

/** The stored times updated with new measurements, sorted by path, without files that no longer exist. */
export function mergeTestTimes(known: TestTimes, measured: TestTimes, exists: (path: string) => boolean): TestTimes {
  const all = Object.entries({ ...known, ...measured }).filter(([path]) => exists(path));
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Seconds from the first import of a file to the end of its last test, to a tenth. */
function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const all = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return Math.round(all / 100) / 10;
}

/**
 * Stores the duration of each file that passed: the option `--record-times` of a run. A run at another size than the
 * quick one leaves the times of files that try fewer at the quick size.
 */
export const testTimesRecorder: Reporter = {
  onTestRunEnd(modules) {
    const passed = modules.filter((module) => module.state() === 'passed' && isMeasuredNow(module.moduleId));
    const measured = Object.fromEntries(passed.map((module) => [pathOf(module.moduleId), secondsOf(module)]));
    const times = mergeTestTimes(readTestTimes(), measured, (path) => existsSync(join(ROOT, path)));
    writeFileSync(FILE, `${JSON.stringify(times, undefined, 2)}\n`);
  },
};
