const FACTOR = 8;

/** What takes no longer than this, in milliseconds of processor time, counts as linear. */
const NEXT_TO_NOTHING = 50;

/**
 * How many times longer `work` takes for eight times the input: 8 where it is linear, 64 where it is quadratic.
 * Processor time of the best of several runs counts, and what takes next to nothing counts as linear, so that a
 * busy machine does not decide.
 */
export function growth(work: (text: string) => unknown, make: (size: number) => string, size: number): number {
  const large = best(work, make(FACTOR * size));
  return large < NEXT_TO_NOTHING ? FACTOR : large / Math.max(best(work, make(size)), 1);
}

/** Between the two, with room on both sides. */
export const LINEAR = 30;

function best(work: (text: string) => unknown, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  // Once a run took next to nothing, further ones change no outcome.
  for (let run = 0; run < 3 && least >= NEXT_TO_NOTHING; run++) {
    const before = process.cpuUsage();
    work(text);
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}

/** The same for work that waits on the way. */
export async function growthAsync(
  work: (text: string) => Promise<unknown>,
  make: (size: number) => string,
  size: number,
): Promise<number> {
  const large = await bestAsync(work, make(FACTOR * size));
  return large < NEXT_TO_NOTHING ? FACTOR : large / Math.max(await bestAsync(work, make(size)), 1);
}

async function bestAsync(work: (text: string) => Promise<unknown>, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least >= NEXT_TO_NOTHING; run++) {
    const before = process.cpuUsage();
    await work(text);
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}
