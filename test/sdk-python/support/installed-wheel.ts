import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { mustRun } from '#test/support/tools/run-command.ts';
import { SDK } from './python-program.ts';

const ROOT = join(SDK, '..', '..');

/**
 * The SDK as a clone of the repository has it: without the modules that are derived, and below a `.gitignore` that
 * names them. Returns its folder.
 */
export function checkOut(folder: string): string {
  const source = join(folder, 'clients', 'python');
  mkdirSync(join(folder, '.git'), { recursive: true });
  cpSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  cpSync(SDK, source, { recursive: true, filter: (path) => !/__pycache__|\.\w+_cache|_sync$/.test(path) });
  return source;
}

/**
 * Builds the package with the tools in `bin`, and installs its wheel in an empty environment below a folder. Returns
 * that environment's Python.
 */
export async function installWheel(bin: string, folder: string): Promise<string> {
  const dist = join(folder, 'dist');
  // A build leaves nothing in the repository.
  const source = checkOut(join(folder, 'source'));
  const python = join(bin, 'python');
  await mustRun(python, ['-m', 'build', '--no-isolation', '--outdir', dist, source]);
  const [wheel = '', sdist = ''] = readdirSync(dist).sort((a) => (a.endsWith('.whl') ? -1 : 1));
  expect(wheel).toMatch(/^aid_stack-\d+\.\d+\.\d+-py3-none-any\.whl$/);
  expect(sdist).toMatch(/^aid_stack-\d+\.\d+\.\d+\.tar\.gz$/);
  const own = join(folder, 'venv', 'bin', 'python');
  await mustRun(python, ['-m', 'venv', join(folder, 'venv')]);
  await mustRun(own, ['-m', 'pip', 'install', '--quiet', '--no-input', join(dist, wheel)]);
  return own;
}
