import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

export interface ChildOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether Ctrl-C of a terminal reaches the program too, because it is in the same process group. */
  readonly isOnTerminal: boolean;
}

/** What a program without a terminal gets by this one. A terminal sends the last two itself. */
const PASSED_ON: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'];
const OF_A_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/**
 * Runs a program with this one's input and outputs, without a shell, and returns its exit code; as shells do, 128 and
 * the number of the signal that ended it. Passes on the signals that this program gets. Rejects if the program cannot
 * be started.
 */
export async function runChild(
  [program = '', ...args]: readonly string[],
  { environment, isOnTerminal }: ChildOptions,
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: environment });
  const release = passOn(child, isOnTerminal);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    throw new Error(`${program} cannot be started: ${(error as NodeJS.ErrnoException).code ?? 'it failed'}`);
  } finally {
    release();
  }
}

function passOn(child: ChildProcess, isOnTerminal: boolean): () => void {
  const listeners = PASSED_ON.map((signal) => {
    const listener = () => {
      if (!isOnTerminal || !OF_A_TERMINAL.includes(signal)) child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.removeListener(signal, listener);
  });
  return () => {
    for (const release of listeners) release();
  };
}
