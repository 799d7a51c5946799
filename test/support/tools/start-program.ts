import { spawn } from 'node:child_process';

/** A program that runs alongside a test. */
export interface Program {
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly output: () => string;
  /** Asks it to end, as an operator does. */
  stop(): void;
  kill(): Promise<void>;
}

/** Starts a program. Its output is standard output and standard error, interleaved. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Program {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    output: () => output,
    stop: () => void child.kill('SIGTERM'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
