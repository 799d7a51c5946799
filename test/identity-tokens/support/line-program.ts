import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/**
 * Starts a program that prints a line for each line that it reads.
 *
 * @returns a function that sends a line and returns the reply. It fails with what the program wrote to standard error
 *   if the program has ended.
 */
export function startLineProgram(command: string, args: readonly string[]): (line: string) => Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // A program that has ended reads nothing; the reply says why.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return async (line) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${command} has ended: ${errors}`);
    return value;
  };
}
