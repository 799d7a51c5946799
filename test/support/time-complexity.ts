const FACTOR = 8;
const RUNS = 3;

/** Between linear and quadratic growth, with a margin on both sides. */
export const LINEAR = 30;

/** Work below this time is too short to distinguish from linear work. */
const NEXT_TO_NOTHING_MS = 50;

/**
 * How many times longer `work` takes for eight times the input: 8 for linear work, 64 for quadratic work. The best
 * processor time of several runs counts, and very short work counts as linear, so that load on the machine does not
 * matter. The process must do nothing else meanwhile.
 */
export async function growth<T>(work: (input: T) => unknown, make: (size: number) => T, size: number): Promise<number> {
  const input = make(FACTOR * size);
  let large = await timed(work, input);
  if (large < NEXT_TO_NOTHING_MS) return FACTOR;
  const small = Math.max(await timed(work, make(size)), NEXT_TO_NOTHING_MS / FACTOR);
  for (let run = 1; run < RUNS && large / small >= LINEAR; run++) large = Math.min(large, await timed(work, input));
  return large / small;
}

async function timed<T>(work: (input: T) => unknown, input: T): Promise<number> {
  const before = process.cpuUsage();
  await work(input);
  return process.cpuUsage(before).user / 1000;
}
