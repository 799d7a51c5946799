import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** A Python of this version, on the path or of pyenv; `undefined` where this machine has none. */
export async function findPythonOf(version: string): Promise<string | undefined> {
  const pyenv = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  const commands = [`python${version}`, ...globSync(join(pyenv, 'versions', `${version}.*`, 'bin', 'python'))];
  for (const command of commands) {
    const { output } = await runCommand(command, ['--version']).catch(() => ({ output: '' }));
    if (output.startsWith(`Python ${version}.`)) return command;
  }
  return undefined;
}

/** A bound of the search: the minor version of a Python that does not exist yet. */
const MAX_MINOR = 20;

/** The newest Python 3 of this machine with a minor version above this one; `undefined` where there is none. */
export async function findNewestPython({ above }: { readonly above: number }): Promise<string | undefined> {
  for (let minor = MAX_MINOR; minor > above; minor -= 1) {
    const command = await findPythonOf(`3.${minor}`);
    if (command !== undefined) return command;
  }
  return undefined;
}
