import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'release-runs.json');

/** One run of `npm run test:release`. */
export interface ReleaseRun {
  /** The commit that was tested; with `+` if the working tree had other changes. */
  readonly commit: string;
  /** The day in UTC, as `2026-11-27`. */
  readonly date: string;
  /** The seed of all generated input. `AID_SEED` repeats it. */
  readonly seed: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly minutes: number;
  /** The share of the changes to the code that the tests noticed, in percent, by run or part. */
  readonly noticed: Readonly<Record<string, number>>;
}

/** The runs that were recorded, the newest first. */
function readReleaseRuns(): readonly ReleaseRun[] {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];
}

/** Adds a run to `docs/release-runs.json`. */
export function recordReleaseRun(run: ReleaseRun): void {
  writeFileSync(FILE, `${JSON.stringify([run, ...readReleaseRuns()], undefined, 2)}\n`);
}
