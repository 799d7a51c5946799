import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '#test/support/tools/run-command.ts';

/** The oldest Python that the SDK supports, on the path or of pyenv; `undefined` where this machine has none. */
export async function findOldestPython(version = '3.10'): Promise<string | undefined> {
  const pyenv = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  const commands = [`python${version}`, ...globSync(join(pyenv, 'versions', `${version}.*`, 'bin', 'python'))];
  for (const command of commands) {
    const { output } = await runCommand(command, ['--version']).catch(() => ({ output: '' }));
    if (output.startsWith(`Python ${version}.`)) return command;
  }
  return undefined;
}
