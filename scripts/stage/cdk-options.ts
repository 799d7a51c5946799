/** The arguments of a command: those of its own, and those that it passes to the CDK. */
interface SplitArguments {
  readonly own: readonly string[];
  readonly cdk: readonly string[];
}

/** The long options of `cdk deploy`, which has those of `cdk destroy` too. */
export const CDK_OPTIONS: ReadonlySet<string> = new Set(
  (
    'all app asset-build-concurrency asset-metadata asset-parallelism asset-prebuild build build-exclude ' +
    'ca-bundle-path change-set-name ci color concurrency context debug debug-app debug-cli ec2creds exclusively ' +
    'execute express force hotswap hotswap-ecs-maximum-healthy-percent hotswap-ecs-minimum-healthy-percent ' +
    'hotswap-ecs-stabilization-timeout-seconds hotswap-fallback ignore-errors ignore-no-stacks ' +
    'import-existing-resources json logs lookups method monitoring-time-minutes notices notification-arns output ' +
    'outputs-file parameters path-metadata plugin previous-parameters profile progress proxy region ' +
    'require-approval revert-drift role-arn rollback rollback-trigger-alarm-arns staging strict tags ' +
    'telemetry-file toolkit-stack-name trace unstable verbose version version-reporting watch yes'
  ).split(' '),
);

/**
 * Separates the options of a command from those of the CDK. `own` has no options with values, so every other argument,
 * values and names of stacks included, is the CDK's. The CDK ignores an option that it does not know, so that one goes
 * to the command, which refuses it: `--skip-prefligth` is no option of anyone.
 */
export function splitArguments(argv: readonly string[], own: readonly string[]): SplitArguments {
  const isOwn = (argument: string) => own.includes(argument) || isUnknown(argument);
  return { own: argv.filter(isOwn), cdk: argv.filter((argument) => !isOwn(argument)) };
}

function isUnknown(argument: string): boolean {
  const name = /^--(?:no-)?([a-z0-9-]+)/i.exec(argument)?.[1];
  return name !== undefined && !CDK_OPTIONS.has(name);
}

/** The values of an option of the CDK, which is given as `--name value` or `--name=value`. */
export function valuesOf(cdk: readonly string[], ...names: readonly string[]): string[] {
  return cdk.flatMap((argument, index) => {
    if (names.includes(argument)) return cdk.slice(index + 1, index + 2);
    const name = names.find((one) => argument.startsWith(`${one}=`));
    return name === undefined ? [] : [argument.slice(name.length + 1)];
  });
}

/** Whether an option of the CDK is given, in either form. */
export function hasOption(cdk: readonly string[], name: string): boolean {
  return cdk.some((argument) => argument === name || argument.startsWith(`${name}=`));
}

/** The values of the context that are given as `-c key=value`. */
export function contextOf(cdk: readonly string[]): Record<string, string> {
  const given = valuesOf(cdk, '-c', '--context').flatMap((text): [string, string][] => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(given);
}

/**
 * The arguments of a deployment by the CDK: what `npm run deploy` chooses, unless an option of the operator says
 * otherwise, and then the options of the operator. `stacks` are those of the stage; one that is named is deployed
 * alone.
 */
export function deployArguments(cdk: readonly string[], stacks: readonly string[], yes: boolean): string[] {
  return [
    'deploy',
    ...(cdk.some((argument) => stacks.includes(argument)) ? [] : ['--all']),
    ...(hasOption(cdk, '--require-approval') ? [] : ['--require-approval', yes ? 'never' : 'broadening']),
    ...(hasOption(cdk, '--outputs-file') ? [] : ['--outputs-file', '.build/outputs.json']),
    ...cdk,
  ];
}
