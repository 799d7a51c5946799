import { checkOut, checkOutLast } from '#testing/release-checkout.ts';
import { ROOT } from '#testing/stack.ts';
import type { BenchmarkRun, Measurement } from '../support/measurement.ts';
import { median } from '../support/statistics.ts';
import { type Figures, measureCheckout } from './workload.ts';

/** Rounds of each commit. In every second one the order is the other way round. */
const ROUNDS = 3;

/** The highest ratio to the other commit: of elapsed times, which depend on other load, and of the rest. */
const MAX_ELAPSED = 1.3;
const MAX_OTHER = 1.15;

/** What a small count may be above its ratio, because it varies from run to run. */
const COUNT_ALLOWANCE = 2;

const UNITS: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/^memory/, 'MB'],
  [/^kill.*: (events|deliveries)|^(calls|rounds) of/, ''],
  [/./, 'ms'],
];

/**
 * Does the same work with this checkout and with another commit, or else the last release, in turns on one machine, and
 * compares each figure.
 * Absolute figures of different days or machines are comparable with nothing.
 */
export function against(commit: string | undefined): BenchmarkRun {
  return async (say) => {
    say(`preparing ${commit ?? 'the last release'}`);
    const other = await (commit === undefined ? checkOutLast() : checkOut(commit));
    const ours: Figures[] = [];
    const theirs: Figures[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const turns = [
        async () => void theirs.push(await measureCheckout(other, ROOT)),
        async () => void ours.push(await measureCheckout(ROOT, other)),
      ];
      for (const turn of round % 2 === 0 ? turns.reverse() : turns) await turn();
      say(`round ${round} of ${ROUNDS}: ${lineOf(theirs.at(-1), ours.at(-1))}`);
    }
    const names = [...(ours[0]?.keys() ?? [])].filter((name) => theirs[0]?.has(name));
    return names.map((name) => compare(name, valuesOf(theirs, name), valuesOf(ours, name)));
  };
}

function valuesOf(rounds: readonly Figures[], name: string): number[] {
  return rounds.map((figures) => figures.get(name) ?? Number.NaN);
}

/** Compares the medians of a figure. Nothing may be lost, whatever the other commit does. */
export function compare(name: string, theirs: readonly number[], ours: readonly number[]): Measurement {
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? '';
  const [before, now] = [median(theirs), median(ours)];
  const digits = unit === 'ms' && before < 100 ? 1 : 0;
  const ratio = now / before;
  const figure = `${before.toFixed(digits)} → ${now.toFixed(digits)} ${unit}`.trim();
  if (name.endsWith('events lost')) return { claim: name, figure, target: '0', met: Math.max(...ours) === 0 };
  if (unit === '') {
    const bound = before * MAX_OTHER + COUNT_ALLOWANCE;
    return { claim: name, figure, target: `≤ ${bound.toFixed(0)}`, met: now <= bound };
  }
  const bound = isElapsed(name) ? MAX_ELAPSED : MAX_OTHER;
  return { claim: name, figure: `${figure}, ${ratio.toFixed(2)}×`, target: `≤ ${bound}×`, met: ratio <= bound };
}

/** Memory and processor time depend on other load less than elapsed time does. */
function isElapsed(name: string): boolean {
  return !/^memory|: processor$/.test(name);
}

/** The ratios of one round, for who watches. */
function lineOf(theirs: Figures | undefined, ours: Figures | undefined): string {
  const ratios = [...(ours ?? [])].map(([name, value]) => {
    const before = theirs?.get(name) ?? Number.NaN;
    return before === 0 ? `${name} ${value}` : `${name} ${(value / before).toFixed(2)}`;
  });
  return ratios.join(', ');
}
