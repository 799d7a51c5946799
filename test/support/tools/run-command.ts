import { spawn } from 'node:child_process';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output and standard error, interleaved in their order. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a command to its end. Throws an error that names the command if it does not exist. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: CommandOptions = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...QUIET, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once('close', (code) => resolve({ code, stdout, output }));
  });
}

/** Runs a command that must succeed. */
export async function mustRun(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<Outcome> {
  const outcome = await runCommand(command, args, options);
  if (outcome.code === 0) return outcome;
  throw new Error(`${command} ${args.join(' ')} exited with ${outcome.code}:\n${outcome.output}`);
}

/** Plain output, no telemetry, and no check for newer versions. */
const QUIET = {
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  DO_NOT_TRACK: '1',
  SCARF_ANALYTICS: 'false',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  GOTOOLCHAIN: 'local',
  GOFLAGS: '-mod=readonly',
};
