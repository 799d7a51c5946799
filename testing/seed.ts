/** The seed of every run, unless `AID_SEED` gives another: the same commit gets the same input each time. */
const FIXED_SEED = 20260101;

/**
 * The seed of all generated input of a test run, a whole number below 2³¹. `npm run test:release` sets `AID_SEED` to a
 * new one.
 */
export function seedOfRun(environment: Readonly<Record<string, string | undefined>> = process.env): number {
  const { AID_SEED: given } = environment;
  if (given === undefined || given === '') return FIXED_SEED;
  const seed = Number(given);
  if (!/^\d+$/.test(given) || seed >= 2 ** 31)
    throw new Error(`AID_SEED is no whole number below 2147483648: ${given}`);
  return seed;
}

/** Whether this run tries a seed that is not the fixed one. */
export function isRandomRun(): boolean {
  return seedOfRun() !== FIXED_SEED;
}
