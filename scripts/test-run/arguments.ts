import { createCLI, parseCLI } from 'vitest/node';

type RunnerOptions = ReturnType<typeof parseCLI>['options'];

/** Which of the tests a run is about, if it names no files. */
type Selection = 'usual' | 'adversarial' | 'tools' | 'random';

export interface TestArguments {
  readonly selection: Selection;
  /** Whether types, lint and synthesis are checked first. */
  readonly withChecks: boolean;
  readonly watch: boolean;
  readonly recordTimes: boolean;
  /** Whether the guarantees of the SDKs are shown with all that was promised. See: docs/tests.md. */
  readonly fullSize: boolean;
  /** Parts of the names of files. */
  readonly filters: readonly string[];
  /** The options of Vitest. */
  readonly runner: RunnerOptions;
}

const OWN = ['--checks', '--adversarial', '--tools', '--random', '--record-times', '--full-size', '--watch'] as const;

/**
 * Reads the arguments of `scripts/test.ts`: its own flags, filters by file name, and the flags of Vitest, such as
 * `-t` with a part of a title. A run that names files or has a flag of Vitest begins at once, without the checks.
 *
 * @throws an error that names the flag that neither knows.
 */
export function readTestArguments(args: readonly string[]): TestArguments {
  const has = (flag: (typeof OWN)[number]) => args.includes(flag);
  const rest = args.filter((argument) => !OWN.some((flag) => flag === argument));
  refuseUnknown(rest);
  const { filter, options } = parseCLI(['vitest', 'run', ...rest]);
  const selections = (['adversarial', 'tools', 'random'] as const).filter((name) => has(`--${name}`));
  if (selections.length > 1) throw new Error(`only one of --${selections.join(' and --')} at a time`);
  return {
    selection: selections[0] ?? 'usual',
    withChecks: has('--checks') && rest.length === 0,
    watch: has('--watch'),
    recordTimes: has('--record-times'),
    fullSize: has('--full-size'),
    filters: filter,
    runner: options,
  };
}

/** Only a run of the runner's own command does this, and ours starts it by its API. */
function refuseUnknown(args: readonly string[]): void {
  const cli = createCLI();
  cli.parse(['node', 'vitest', 'run', ...args], { run: false });
  cli.matchedCommand?.checkUnknownOptions();
}
