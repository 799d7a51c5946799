import { join } from 'node:path';

/** How a runtime other than Node runs a program: what comes before the name of its file. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  bun: ['bun'],
  // Temporary folders may be below /dev, where Deno reads files only with all permissions.
  deno: ['deno', 'run', '--no-lock', '--node-modules-dir=manual', '--allow-all'],
};

/** The command of a runtime, from the folder of the commands that the tests have installed. */
export function commandOf(runtime: string, bin: string): readonly string[] {
  const [program, ...args] = COMMANDS[runtime] ?? [];
  if (program === undefined) throw new Error(`these tests have no command for ${runtime}`);
  return [join(bin, program), ...args];
}
