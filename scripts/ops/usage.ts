import type { CommandOption, OpsCommand } from './command.ts';

/** The options that every command has. */
const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  stage: { type: 'string', value: 'name', description: 'the stage; default: AID_STAGE, or dev' },
  json: { type: 'boolean', description: 'prints JSON for programs' },
  help: { type: 'boolean', description: 'prints the usage' },
};

const YES: CommandOption = { type: 'boolean', description: 'does it; without it, only says what would be done' };

export function optionsOf(command: OpsCommand): Readonly<Record<string, CommandOption>> {
  return { ...command.options, ...(command.changes && { yes: YES }), ...COMMON_OPTIONS };
}

/** The list of commands, one line each. */
export function listOfCommands(commands: readonly OpsCommand[]): string[] {
  const width = Math.max(...commands.map((command) => callOf(command).length));
  return [
    'npm run ops -- <command> [options]',
    '',
    ...commands.map((command) => `  ${callOf(command).padEnd(width)}  ${command.summary}`),
    '',
    'Each command takes --stage, --json and --help. What changes something is a dry run without --yes.',
  ];
}

/** How one command is called. */
export function usageOf(command: OpsCommand): string[] {
  const options = Object.entries(optionsOf(command)).map(([name, { value, description }]) => ({
    flag: `--${name}${value === undefined ? '' : ` <${value}>`}`,
    description,
  }));
  const width = Math.max(...options.map(({ flag }) => flag.length));
  return [
    `npm run ops -- ${callOf(command)} [options]`,
    '',
    command.summary,
    '',
    ...options.map(({ flag, description }) => `  ${flag.padEnd(width)}  ${description}`),
  ];
}

function callOf({ name, args }: OpsCommand): string {
  return [name, ...args.map((arg) => `<${arg}>`)].join(' ');
}
