import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pathOf, readTestTimes, type TestTimes } from '#testing/test-times.ts';

/**
 * Sorts files by their duration, the longest first, because a long file at the end would leave one core idle. A file
 * without a measurement counts as average. Files of the same duration keep their order.
 */
export function longestFirst<T>(files: readonly T[], pathOfFile: (file: T) => string, times: TestTimes): T[] {
  const known = Object.values(times);
  const average = known.reduce((sum, seconds) => sum + seconds, 0) / Math.max(known.length, 1);
  const seconds = (file: T) => times[pathOfFile(file)] ?? average;
  return [...files].sort((one, other) => seconds(other) - seconds(one));
}

/** Runs the slowest files first, by their last measurement: `npm test -- --record-times` stores the times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readTestTimes();
    return longestFirst(await super.sort(files), ({ moduleId }) => pathOf(moduleId), times);
  }
}
