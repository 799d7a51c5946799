import type { Aid, PrivateKey } from '../../../../typescript/src/index.ts';
import { localError } from '../local-error.ts';
import { isObject, type Params, type ToolResult } from '../messages.ts';
import { unknownArguments } from '../unknown-arguments.ts';
import { MIN_SECRET_CHARACTERS } from './redactor.ts';
import { type CommandResult, runCommand } from './run-command.ts';
import { ARGUMENTS, MAX_SECONDS, RUN_WITH_SECRET, USUAL_SECONDS } from './tool-definition.ts';
import { changesPrograms } from './variable-names.ts';

export interface SecretRunnerOptions {
  readonly client: Aid;
  /** The programs that may be run, as named on the command line. */
  readonly programs: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The id of the agent, if the key belongs to an organization. */
  readonly identityId: () => Promise<string | undefined>;
  /** The private key of the agent, if it has a keypair. */
  readonly privateKey: PrivateKey | undefined;
}

interface Arguments {
  readonly secretId: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly variable: string;
  readonly field: string | undefined;
  readonly purpose: string | undefined;
  readonly timeoutMs: number;
}

/** Finding longer values in an output would need many copies of them in memory. */
const MAX_SECRET_CHARACTERS = 16_384;
const WITHHELD = [
  '[withheld: a value of the secret is too short or too long to be redacted reliably;',
  'use the field argument to pass a single value of an object secret]',
].join(' ');

/** Invalid arguments. The message is for the model. */
class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** Runs programs with secrets in their environment, and redacts the secrets from their output. */
export class SecretRunner {
  readonly #options: SecretRunnerOptions;

  constructor(options: SecretRunnerOptions) {
    this.#options = options;
  }

  async call(given: Params, signal: AbortSignal): Promise<ToolResult> {
    try {
      const args = readArguments(given, this.#options.programs);
      const { client, privateKey } = this.#options;
      const identityId = await this.#options.identityId();
      return await client.vault.use(args.secretId, (value) => this.#run(args, value, signal), {
        signal,
        ...(args.purpose !== undefined && { purpose: args.purpose }),
        ...(identityId !== undefined && { identityId }),
        ...(privateKey !== undefined && { privateKey }),
      });
    } catch (error) {
      signal.throwIfAborted();
      return localError(RUN_WITH_SECRET, error as Error, 'list_secrets has those of secrets');
    }
  }

  async #run({ program, args, variable, field, timeoutMs }: Arguments, value: unknown, signal: AbortSignal) {
    const secret = field === undefined ? value : isObject(value) ? value[field] : undefined;
    if (secret === undefined || secret === null) throw new WrongArguments(`The secret has no field ${field}.`);
    const text = typeof secret === 'string' ? secret : JSON.stringify(secret);
    if (text.includes('\0'))
      throw new WrongArguments('The secret contains a character that an environment variable cannot hold.');
    // Each value that the program gets, because it may print one of them alone.
    const isFindable =
      text.length <= MAX_SECRET_CHARACTERS &&
      [text, ...leavesOf(secret).filter((leaf) => leaf.trim() !== '')].every(isLongEnough);
    const { environment, folder } = this.#options;
    const result = await runCommand({
      program,
      args,
      // The program must not get this program's own key.
      environment: { ...environment, AID_KEY: undefined, [variable]: text },
      folder,
      secrets: isFindable ? [text, ...leavesOf(value)] : [],
      timeoutMs,
      signal,
    }).catch((error: NodeJS.ErrnoException) => {
      throw new WrongArguments(`${program} cannot be started: ${error.code ?? 'it failed'}.`);
    });
    signal.throwIfAborted();
    return resultOf(isFindable ? result : { ...result, stdout: WITHHELD, stderr: WITHHELD });
  }
}

const isLongEnough = (text: string) => text.trim().length >= MIN_SECRET_CHARACTERS;

function readArguments(given: Params, programs: readonly string[]): Arguments {
  const unknown = unknownArguments(given, ARGUMENTS);
  if (unknown !== undefined) throw new WrongArguments(unknown);
  const { secret_id, command, args = [], environment_variable, field, purpose, timeout_seconds } = given;
  const text = (name: string, value: unknown): string => {
    if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value;
    throw new WrongArguments(`${name} is missing, or not a string.`);
  };
  const program = text('command', command);
  if (!programs.includes(program)) {
    throw new WrongArguments(`${program} is not allowed. Allowed programs: ${programs.join(', ')}.`);
  }
  const variable = text('environment_variable', environment_variable);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw new WrongArguments(`${variable} is not a valid variable name: use letters, digits and _.`);
  }
  if (changesPrograms(variable)) {
    throw new WrongArguments(
      `${variable} changes how programs run, so no secret may be passed in it. Use a variable that the program reads its secret from, for example PGPASSWORD.`,
    );
  }
  if (!Array.isArray(args)) throw new WrongArguments('args must be a list of strings.');
  for (const one of args)
    if (typeof one !== 'string' || one.includes('\0')) throw new WrongArguments('args must be a list of strings.');
  const seconds = Number(timeout_seconds ?? USUAL_SECONDS);
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw new WrongArguments(`timeout_seconds must be a number from 1 to ${MAX_SECONDS}.`);
  }
  return {
    secretId: text('secret_id', secret_id),
    program,
    args,
    variable,
    field: field === undefined ? undefined : text('field', field),
    purpose: purpose === undefined ? undefined : text('purpose', purpose),
    timeoutMs: seconds * 1000,
  };
}

/** The strings and numbers in a value, each of which a program may print alone. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function resultOf({ exitCode, isTimedOut, stdout, stderr }: CommandResult): ToolResult {
  const end = isTimedOut
    ? 'The program was stopped because it timed out.'
    : `Exit code: ${exitCode ?? 'none; it was stopped'}.`;
  const outputs = Object.entries({ stdout, stderr }).map(([name, text]) => (text === '' ? '' : `${name}:\n${text}`));
  return {
    content: [{ type: 'text', text: [end, ...outputs].filter((part) => part !== '').join('\n') }],
    structuredContent: {
      ...(exitCode !== undefined && { exit_code: exitCode }),
      timed_out: isTimedOut,
      stdout,
      stderr,
    },
  };
}
