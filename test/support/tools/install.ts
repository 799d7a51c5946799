import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFolderLock } from '#testing/folder-lock.ts';
import { mustRun, runCommand } from './run-command.ts';
import { toolFolder } from './tools-folder.ts';

/**
 * Installs the npm packages that a folder of pins locks, unless an earlier run did.
 *
 * @param name of the folder below the tools.
 * @param pins a folder with `package.json` and `package-lock.json`.
 * @returns the folder of the commands.
 * @example
 * const bin = await installNpm('mcp-inspector', 'test/mcp-clients/pins/inspector');
 */
export async function installNpm(name: string, pins: string): Promise<string> {
  const folder = toolFolder(name);
  await onceByPins(folder, pins, ['package.json', 'package-lock.json', '.npmrc'], () =>
    mustRun('npm', ['ci', '--loglevel=error'], { cwd: folder }).catch(explain('npm')),
  );
  return join(folder, 'node_modules', '.bin');
}

/**
 * Installs the Python packages that `requirements.txt` in a folder of pins names, unless an earlier run did.
 *
 * @param python the command of a Python; the first one on the path that is new enough without it.
 * @returns the folder of the commands.
 */
export async function installPython(name: string, pins: string, python?: string): Promise<string> {
  const folder = toolFolder(name);
  const venv = join(folder, 'venv');
  const bin = join(venv, 'bin');
  await onceByPins(folder, pins, ['requirements.txt'], async () => {
    await mustRun(python ?? (await findPython()), ['-m', 'venv', '--clear', venv]).catch(
      explain('the venv module of Python'),
    );
    const requirements = join(folder, 'requirements.txt');
    await mustRun(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--no-input', '-r', requirements]);
  });
  return bin;
}

/**
 * Builds a command that the `go.mod` in a folder of pins names, unless an earlier run did.
 *
 * @returns its path, in a folder that has the pins too.
 */
export async function buildGo(name: string, pins: string, module: string): Promise<string> {
  const folder = toolFolder(name);
  const command = join(folder, name);
  await onceByPins(folder, pins, ['go.mod', 'go.sum'], () =>
    mustRun('go', ['build', '-o', command, module], { cwd: folder }).catch(explain('Go 1.26 or later')),
  );
  return command;
}

/** Copies version pins into a folder and installs them, unless that was completed before. */
async function onceByPins(
  folder: string,
  pins: string,
  names: readonly string[],
  install: () => Promise<unknown>,
): Promise<void> {
  const given = names.filter((name) => existsSync(join(pins, name)));
  const hash = createHash('sha256');
  for (const name of given) hash.update(readFileSync(join(pins, name)));
  const wanted = hash.digest('hex');
  const mark = join(folder, 'installed');
  const isInstalled = () => existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  if (isInstalled()) return;
  mkdirSync(folder, { recursive: true });
  await withFolderLock(folder, async () => {
    if (isInstalled()) return;
    rmSync(mark, { force: true });
    for (const name of given) cpSync(join(pins, name), join(folder, name));
    await install();
    writeFileSync(mark, wanted);
  });
}

const MIN_PYTHON_MINOR = 11;

/** The first Python on the path that is new enough: its command. */
export async function findPython(): Promise<string> {
  for (const command of ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11']) {
    const { output } = await runCommand(command, ['--version']).catch(() => ({ output: '' }));
    const minor = Number(/^Python 3\.(\d+)/.exec(output)?.[1] ?? 0);
    if (minor >= MIN_PYTHON_MINOR) return command;
  }
  throw new Error(`These tests need Python 3.${MIN_PYTHON_MINOR} or later on the path`);
}

const explain = (need: string) => (error: Error) => {
  throw new Error(`These tests need ${need}: ${error.message}`);
};
