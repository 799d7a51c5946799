import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '#test/support/tools/run-command.ts';

/** A Python of this version, on the path or of pyenv; `undefined` where this machine has none. */
export async function findPython(version: string): Promise<string | undefined> {
  const pyenv = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  const commands = [`python${version}`, ...globSync(join(pyenv, 'versions', `${version}.*`, 'bin', 'python'))];
  for (const command of commands) {
    const { output } = await runCommand(command, ['--version']).catch(() => ({ output: '' }));
    if (output.startsWith(`Python ${version}.`)) return command;
  }
  return undefined;
}
