import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, runCommand } from './run-command.ts';

/** Where the tools are installed. */
export interface Tools {
  /** The folder of the npm commands. */
  readonly npm: string;
  /** The folder of the Python commands. */
  readonly python: string;
  /** The oapi-codegen command. */
  readonly oapiCodegen: string;
  /** The oasdiff command. */
  readonly oasdiff: string;
  /** A Go module with the dependencies of a generated client. */
  readonly goModule: string;
}

const PINS = join(import.meta.dirname, '..', 'tools');

/**
 * Installs every tool, at the version that `tools/` pins, in a folder. Reuses an earlier installation with the same
 * pins.
 */
export async function installTools(folder: string): Promise<Tools> {
  const [npm, python, go] = await Promise.all([
    installNpm(join(folder, 'npm')),
    installPython(join(folder, 'python')),
    installGo(join(folder, 'go')),
  ]);
  return { npm, python, ...go };
}

/** Installs the npm packages that a folder of pins locks. Returns the folder of commands. */
export async function installNpm(folder: string, pins = PINS): Promise<string> {
  const install = async () => {
    await mustRun('npm', ['ci', '--loglevel=error'], { cwd: folder }).catch(explain('npm'));
  };
  await onceByPins(folder, ['package.json', 'package-lock.json', '.npmrc'], install, pins);
  return join(folder, 'node_modules', '.bin');
}

/**
 * Installs the Python packages that `requirements.txt` in a folder of pins names, for a Python. Returns the folder of
 * commands.
 */
export async function installPython(folder: string, pins = PINS, python?: string): Promise<string> {
  const venv = join(folder, 'venv');
  const bin = join(venv, 'bin');
  const install = async () => {
    await mustRun(python ?? (await findPython()), ['-m', 'venv', '--clear', venv]).catch(
      explain('the venv module of Python'),
    );
    const requirements = join(folder, 'requirements.txt');
    await mustRun(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--no-input', '-r', requirements]);
  };
  await onceByPins(folder, ['requirements.txt'], install, pins);
  return bin;
}

async function installGo(folder: string): Promise<Pick<Tools, 'oapiCodegen' | 'oasdiff' | 'goModule'>> {
  const module = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
  const oapiCodegen = await buildGo(folder, 'oapi-codegen', module, PINS);
  const oasdiff = await buildGo(join(folder, 'diff'), 'oasdiff', 'github.com/oasdiff/oasdiff', join(PINS, 'oasdiff'));
  return { oapiCodegen, oasdiff, goModule: folder };
}

/** Builds a command that the `go.mod` in a folder of pins names. Returns its path. */
async function buildGo(folder: string, name: string, module: string, pins: string): Promise<string> {
  const command = join(folder, name);
  const build = () => mustRun('go', ['build', '-o', command, module], { cwd: folder });
  await onceByPins(folder, ['go.mod', 'go.sum'], () => build().then(() => {}, explain('Go 1.26 or later')), pins);
  return command;
}

/** Copies version pins into a folder and installs them, unless an earlier run completed that. */
async function onceByPins(
  folder: string,
  names: readonly string[],
  install: () => Promise<void>,
  pins = PINS,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const hash = createHash('sha256');
  for (const name of names) {
    cpSync(join(pins, name), join(folder, name));
    hash.update(readFileSync(join(pins, name)));
  }
  const wanted = hash.digest('hex');
  const mark = join(folder, 'installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  rmSync(mark, { force: true });
  await install();
  writeFileSync(mark, wanted);
}

const MIN_PYTHON_MINOR = 11;

/** The first Python on the path that is new enough. */
async function findPython(): Promise<string> {
  for (const command of ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11']) {
    const { output } = await runCommand(command, ['--version']).catch(() => ({ output: '' }));
    const minor = Number(/^Python 3\.(\d+)/.exec(output)?.[1] ?? 0);
    if (minor >= MIN_PYTHON_MINOR) return command;
  }
  throw new Error(`The checks of the API description need Python 3.${MIN_PYTHON_MINOR} or later on the path`);
}

const explain = (need: string) => (error: Error) => {
  throw new Error(`The checks of the API description need ${need}: ${error.message}`);
};
