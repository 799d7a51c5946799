import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGE = join(ROOT, 'clients', 'cli');

/**
 * Bundles the command line with the SDK and its parser into `dist`, so that the package needs no other and starts at
 * once. What only some commands need stays apart and is loaded by them.
 */
export async function buildCli(dist = join(PACKAGE, 'dist')): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await copyFile(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'));
  await build({
    entryPoints: [join(PACKAGE, 'src', 'aid.ts')],
    outdir: dist,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
    logLevel: 'error',
  });
}
