import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nameCompiledFiles } from './name-compiled-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGE = join(ROOT, 'clients', 'typescript');

const run = promisify(execFile);

/** The forms of the package: the name of the folder, what its package.json says, and arguments of the compiler. */
const FORMS = [
  { name: 'esm', type: 'module', args: [] },
  { name: 'cjs', type: 'commonjs', args: ['--module', 'commonjs'] },
] as const;

/**
 * Compiles the TypeScript SDK to `dist`, once for `import` and once for `require`, each with its types. Modules stay
 * apart, so that a bundler takes those that a program uses and a stack trace names the file.
 */
export async function buildTypescript(dist = join(PACKAGE, 'dist')): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await copyFile(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'));
  for (const { name, type, args } of FORMS) {
    const folder = join(dist, name);
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    await run(tsc, ['-p', PACKAGE, '--outDir', folder, ...args]).catch((error: { stdout: string }) => {
      throw new Error(`the TypeScript SDK does not compile:\n${error.stdout}`);
    });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
    for await (const file of glob('**/*.d.ts', { cwd: folder })) await nameCompiledFiles(join(folder, file));
  }
}
