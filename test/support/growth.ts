const FACTOR = 8;

/**
 * How many times longer `work` takes for eight times the input: 8 where it is linear, 64 where it is quadratic.
 * Processor time of the best of several runs counts, and what takes next to nothing counts as linear, so that a
 * busy machine does not decide.
 */
export function growth(work: (text: string) => unknown, make: (size: number) => string, size: number): number {
  const large = best(work, make(FACTOR * size));
  return large < 50 ? FACTOR : large / Math.max(best(work, make(size)), 1);
}

/** Between the two, with room on both sides. */
export const LINEAR = 30;

function best(work: (text: string) => unknown, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    work(text);
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}
