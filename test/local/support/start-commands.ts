import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/**
 * Starts programs of the project one after the other in one process, so that what they import is loaded once. Each ends
 * where it calls `process.exit`, or at its end. Reads a list of `StartedCommand` from its input and prints a list of
 * `EndedCommand`.
 */

/** A program, by its path from the root of the project, with its arguments. */
type StartedCommand = readonly [path: string, ...args: string[]];

/** How a program ended. */
export interface EndedCommand {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

const write = process.stdout.write.bind(process.stdout);

class Ended extends Error {}

async function start([path, ...args]: StartedCommand, count: number): Promise<EndedCommand> {
  const file = join(ROOT, path);
  const written = { stdout: '', stderr: '' };
  let status: number | undefined;
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      // What a program writes after its end does not count.
      if (status === undefined) written[name] += chunk;
      return true;
    };
  }
  process.exit = (code) => {
    status ??= Number(code ?? process.exitCode ?? 0);
    throw new Ended();
  };
  process.argv = [process.execPath, file, ...args];
  process.exitCode = undefined;
  try {
    // Each address is a module of its own, so a program can be started again.
    await import(`${pathToFileURL(file).href}?${count}`);
  } catch (error) {
    if (status === undefined) throw error;
  }
  return { status: status ?? Number(process.exitCode ?? 0), ...written };
}

const { exit } = process;
const ended: EndedCommand[] = [];
for (const command of (await json(process.stdin)) as StartedCommand[]) ended.push(await start(command, ended.length));
write(JSON.stringify(ended), () => exit(0));
