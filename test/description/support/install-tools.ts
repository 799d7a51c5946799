import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, runCommand } from './run-command.ts';

/** Where the installed tools are. */
export interface Tools {
  /** Folder of the commands of the npm packages. */
  readonly npm: string;
  /** Folder of the commands of the Python packages. */
  readonly python: string;
  /** The oapi-codegen command. */
  readonly oapiCodegen: string;
  /** A Go module that has what a generated client imports. */
  readonly goModule: string;
}

const PINS = join(import.meta.dirname, '..', 'tools');

/** Installs every tool, at the version that `tools/` pins, into a folder. What is there already is left as it is. */
export async function installTools(folder: string): Promise<Tools> {
  const [npm, python, go] = await Promise.all([
    installNpm(join(folder, 'npm')),
    installPython(join(folder, 'python')),
    installGo(join(folder, 'go')),
  ]);
  return { npm, python, ...go };
}

async function installNpm(folder: string): Promise<string> {
  copyPins(folder, ['package.json', 'package-lock.json', '.npmrc']);
  if (!existsSync(join(folder, 'node_modules'))) {
    await mustRun('npm', ['ci', '--loglevel=error'], { cwd: folder }).catch(explain('npm'));
  }
  return join(folder, 'node_modules', '.bin');
}

async function installPython(folder: string): Promise<string> {
  copyPins(folder, ['requirements.txt']);
  const venv = join(folder, 'venv');
  const bin = join(venv, 'bin');
  if (!existsSync(join(bin, 'schemathesis'))) {
    await mustRun(await findPython(), ['-m', 'venv', '--clear', venv]);
    const requirements = join(folder, 'requirements.txt');
    await mustRun(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--no-input', '-r', requirements]);
  }
  return bin;
}

async function installGo(folder: string): Promise<Pick<Tools, 'oapiCodegen' | 'goModule'>> {
  copyPins(folder, ['go.mod', 'go.sum']);
  const oapiCodegen = join(folder, 'oapi-codegen');
  if (!existsSync(oapiCodegen)) {
    const command = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
    await mustRun('go', ['build', '-o', oapiCodegen, command], { cwd: folder }).catch(explain('Go 1.25 or later'));
  }
  return { oapiCodegen, goModule: folder };
}

function copyPins(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of names) cpSync(join(PINS, name), join(folder, name));
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
