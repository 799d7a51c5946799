import { parseArgs } from 'node:util';
import type { OpsCommand, Report } from './command.ts';
import { type DeployedStage, openStage } from './deployed-stage.ts';
import { explainAwsError } from './explain-aws-error.ts';
import { OpsError, UsageError } from './ops-error.ts';
import { jsonOf, textOf } from './render-report.ts';
import { listOfCommands, optionsOf, usageOf } from './usage.ts';

export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  readonly defaultStage: string;
  /** Opens a stage; tests pass another. */
  readonly open?: (name: string) => Promise<DeployedStage>;
}

const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/** Runs one command, and returns the exit code: 0 done, 1 failed, 2 wrong arguments. */
export async function runOps(
  argv: readonly string[],
  commands: readonly OpsCommand[],
  terminal: Terminal,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    for (const line of listOfCommands(commands)) terminal.out(line);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    for (const line of [`ops: no such command: ${name}`, '', ...listOfCommands(commands)]) terminal.error(line);
    return 2;
  }
  try {
    return await runCommand(command, rest, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      for (const line of [`ops ${name}: ${error.message}`, '', ...usageOf(command)]) terminal.error(line);
      return 2;
    }
    terminal.error(`ops ${name}: ${error instanceof OpsError ? error.message : explainAwsError(error)}`);
    return 1;
  }
}

async function runCommand(command: OpsCommand, argv: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(command, argv);
  if (values.help === true) {
    for (const line of usageOf(command)) terminal.out(line);
    return 0;
  }
  if (positionals.length !== command.args.length) {
    const expected = command.args.map((arg) => `<${arg}>`).join(' ') || 'no arguments';
    throw new UsageError(`expected ${expected}, got ${positionals.length} arguments`);
  }
  const stageName = typeof values.stage === 'string' ? values.stage : terminal.defaultStage;
  if (!STAGE_NAME.test(stageName)) throw new UsageError(`--stage: not the name of a stage: ${stageName}`);
  const stage = await (terminal.open ?? openStage)(stageName);
  const report = await command.run({
    stage,
    args: positionals,
    options: values,
    confirmed: values.yes === true,
    now: Date.now(),
    progress: (line) => terminal.error(line),
  });
  const shown = command.changes && values.yes !== true ? asDryRun(report) : report;
  if (values.json === true) terminal.out(jsonOf(command.name, stageName, shown));
  else for (const line of textOf(shown)) terminal.out(line);
  return report.failed ? 1 : 0;
}

function asDryRun(report: Report): Report {
  return { ...report, notes: [...report.notes, 'nothing was changed; --yes does it'] };
}

function parse(command: OpsCommand, argv: readonly string[]) {
  const options = Object.fromEntries(Object.entries(optionsOf(command)).map(([name, { type }]) => [name, { type }]));
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
