import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pathOf, readTestTimes, type TestTimes } from './test-times.ts';

/**
 * Files in the order of the time they took, the longest first: begun last, a long one would run alongside an idle core.
 * A file that was never measured counts as an average one. Files of the same time keep their order.
 */
export function longestFirst<T>(files: readonly T[], pathOfFile: (file: T) => string, times: TestTimes): T[] {
  const known = Object.values(times);
  const average = known.reduce((sum, seconds) => sum + seconds, 0) / Math.max(known.length, 1);
  const seconds = (file: T) => times[pathOfFile(file)] ?? average;
  return [...files].sort((one, other) => seconds(other) - seconds(one));
}

/** Begins with the files that take longest, as they were measured last: `npm test -- --record-times` stores the times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readTestTimes();
    return longestFirst(await super.sort(files), ({ moduleId }) => pathOf(moduleId), times);
  }
}
