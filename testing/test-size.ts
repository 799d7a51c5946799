/** How much a test tries: the variable that the runner sets for the processes of the tests. */
export const TEST_SIZE_VARIABLE = 'AID_TEST_SIZE';

const SIZES = ['quick', 'usual', 'full'] as const;

/**
 * How much the tests of a run try, where a test can try more or less of the same:
 * - `quick`: `npm test`;
 * - `usual`: `.ci/run`, and a run that names its files;
 * - `full`: `npm run test:release`, everything that was promised.
 *
 * See: docs/tests.md#three-tiers.
 */
export type TestSize = (typeof SIZES)[number];

/** The size of this run. Read from the environment, because a run consists of many processes. */
export function testSize(environment: Readonly<Record<string, string | undefined>> = process.env): TestSize {
  const given = environment[TEST_SIZE_VARIABLE] ?? '';
  if (given === '') return 'usual';
  const size = SIZES.find((one) => one === given);
  if (size === undefined) throw new Error(`${TEST_SIZE_VARIABLE} is none of ${SIZES.join(', ')}: ${given}`);
  return size;
}

/**
 * How many of something a test tries. Without `quick` or `full`, a run of that size tries as many as usual.
 *
 * @example
 * const EMAILS = sizeOf({ usual: 200, full: 1_000 });
 */
export function sizeOf(counts: { readonly quick?: number; readonly usual: number; readonly full?: number }): number {
  return counts[testSize()] ?? counts.usual;
}
