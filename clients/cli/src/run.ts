import { CommanderError } from 'commander';
import { AidError } from '../../typescript/src/index.ts';
import { AdvisedError } from './advice.ts';
import type { Context } from './context.ts';
import { exitCodeOf } from './exit-codes.ts';
import { oneLine, printableJson } from './output/printable.ts';
import { makeProgram } from './program.ts';
import { ProgramExit } from './program-exit.ts';
import { UsageError } from './usage-error.ts';

/** Runs a command line, and returns its exit code, or that of the program that it ran. Errors go to standard error. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  try {
    await makeProgram(context, args).parseAsync(args, { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof ProgramExit) return thrown.exitCode;
    if (context.signal.aborted) return 130;
    const [error, advice] =
      thrown instanceof AdvisedError
        ? [thrown.error, thrown.advice]
        : [thrown instanceof CommanderError ? usageOf(thrown) : thrown];
    if (error === undefined) return 0;
    context.errors.write(
      ownArguments(args).includes('--json')
        ? `${printableJson({ error: { ...describe(error), ...(advice && { advice }) } })}\n`
        : `aid: ${sentence(error)}${advice === undefined ? '' : `; ${advice}`}\n`,
    );
    return exitCodeOf(error);
  }
}

/** The arguments before `--`: those behind it belong to another program. */
function ownArguments(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end === -1 ? args : args.slice(0, end);
}

/** Commander's objection in one line; nothing if it has only printed the help or the version. */
function usageOf({ exitCode, code, message }: CommanderError): UsageError | undefined {
  if (exitCode === 0) return undefined;
  if (code === 'commander.help') return new UsageError('a command is required; aid --help lists the commands');
  return new UsageError(
    `${message
      .replace(/^error: /, '')
      .replace(/\n/g, ' ')
      .replace(/\.$/, '')}; see --help`,
  );
}

function sentence(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof AidError)) return oneLine(message);
  const facts = [error.code, ...(error.requestId === undefined ? [] : [`request ${error.requestId}`])];
  return oneLine(`${message} (${facts.join(', ')})`);
}

function describe(error: unknown): object {
  const { message } = error as Error;
  if (!(error instanceof AidError)) {
    return { code: error instanceof UsageError ? 'usage' : 'failed', message, retryable: false };
  }
  const { code, status, requestId, retryable } = error;
  return { code, message, status, request_id: requestId, retryable };
}
