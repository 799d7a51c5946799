/** The arguments of a command: those of its own, and those that it passes to the CDK. */
interface SplitArguments {
  readonly own: readonly string[];
  readonly cdk: readonly string[];
}

/**
 * Separates the options of a command from those of the CDK. `own` has no options with values, so every other argument,
 * values and names of stacks included, is the CDK's.
 */
export function splitArguments(argv: readonly string[], own: readonly string[]): SplitArguments {
  const isOwn = (argument: string) => own.includes(argument);
  return { own: argv.filter(isOwn), cdk: argv.filter((argument) => !isOwn(argument)) };
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
