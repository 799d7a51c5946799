import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pathOf, readTestTimes, type TestTimes } from '#testing/test-times.ts';

/** What the order follows from. */
export interface Ordered<T> {
  /** The path of a file in the recorded times. */
  readonly path: (file: T) => string;
  /** The project of Vitest that runs the file. */
  readonly project: (file: T) => string;
}

/**
 * Sorts files by their duration, the longest first, because a long file at the end would leave one core idle. A file
 * without a measurement counts as average. Files of the same duration keep their order.
 *
 * The files of a project stay together, the project with the longest file first: Vitest ends a process, with all that
 * it has loaded, when the next file is one of another project.
 *
 * @example
 * const of = { path: (file: string) => file, project: (file: string) => file.slice(0, 4) };
 * longestFirst(['unit/a', 'flow/b', 'unit/c'], of, { 'unit/a': 1, 'flow/b': 5, 'unit/c': 9 });
 * // ['unit/c', 'unit/a', 'flow/b']
 */
export function longestFirst<T>(files: readonly T[], { path, project }: Ordered<T>, times: TestTimes): T[] {
  const known = Object.values(times);
  const average = known.reduce((sum, seconds) => sum + seconds, 0) / Math.max(known.length, 1);
  const seconds = (file: T) => times[path(file)] ?? average;
  const sorted = [...files].sort((one, other) => seconds(other) - seconds(one));
  return Object.values(Object.groupBy(sorted, project)).flatMap((together) => together ?? []);
}

const SPECIFICATIONS: Ordered<TestSpecification> = {
  path: ({ moduleId }) => pathOf(moduleId),
  project: ({ project }) => project.name,
};

/** Runs the slowest files first, by their last measurement: `npm test -- --record-times` stores the times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), SPECIFICATIONS, readTestTimes());
  }
}

/**
 * Runs the quickest files first, for a run that records times. The first file of a process loads what all of them
 * import: this way the time goes to a file that can take it without leaving its tier.
 */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), SPECIFICATIONS, readTestTimes()).reverse();
  }
}
