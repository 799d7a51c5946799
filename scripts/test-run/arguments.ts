import { createCLI, parseCLI } from 'vitest/node';
import { TIERS, type Tier } from '#testing/test-tiers.ts';

type RunnerOptions = ReturnType<typeof parseCLI>['options'];

export interface TestArguments {
  /** The tier to run; undefined if the run names its files, its titles or a commit. */
  readonly tier: Tier | undefined;
  /** The commit since which a change selects the files. */
  readonly changedSince: string | undefined;
  readonly watch: boolean;
  readonly recordTimes: boolean;
  /** Parts of the names of files. */
  readonly filters: readonly string[];
  /** The options of Vitest. */
  readonly runner: RunnerOptions;
}

const SWITCHES = ['--changed', '--record-times', '--watch'] as const;
const TIER = '--tier=';

/**
 * Reads the arguments of `scripts/test.ts`: its own flags, filters by file name, and the flags of Vitest, such as
 * `-t` with a part of a title. A run that names files or has a flag of Vitest is about those files, and not a tier.
 *
 * @example
 * readTestArguments(['--tier=quick']).tier; // 'quick'
 * readTestArguments(['--tier=quick', 'test/unit/ids.test.ts']).tier; // undefined
 * readTestArguments(['--changed', 'HEAD~3']).changedSince; // 'HEAD~3'
 * @throws an error that names the flag that neither knows.
 */
export function readTestArguments(args: readonly string[]): TestArguments {
  const has = (flag: (typeof SWITCHES)[number]) => args.includes(flag);
  const rest = args.filter((argument) => !argument.startsWith(TIER) && !SWITCHES.some((flag) => flag === argument));
  refuseUnknown(rest);
  const { filter, options } = parseCLI(['vitest', 'run', ...rest]);
  const [since = 'HEAD', ...files] = has('--changed') ? filter : ['', ...filter];
  return {
    tier: rest.length === 0 && !has('--changed') && !has('--watch') ? tierOf(args) : undefined,
    changedSince: has('--changed') ? since : undefined,
    watch: has('--watch'),
    recordTimes: has('--record-times'),
    filters: files,
    runner: options,
  };
}

function tierOf(args: readonly string[]): Tier | undefined {
  const given = args.find((argument) => argument.startsWith(TIER))?.slice(TIER.length);
  const tier = TIERS.find((one) => one === given);
  if (given !== undefined && tier === undefined) throw new Error(`there is no tier ${given}: ${TIERS.join(', ')}`);
  return tier;
}

/** Only a run of the runner's own command does this, and ours starts it by its API. */
function refuseUnknown(args: readonly string[]): void {
  const cli = createCLI();
  cli.parse(['node', 'vitest', 'run', ...args], { run: false });
  cli.matchedCommand?.checkUnknownOptions();
}
