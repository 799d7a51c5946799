import { execFile } from 'node:child_process';
import { copyFile, cp, glob, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { BUNDLE_ROOT } from '#lib/bundles.ts';
import { nameCompiledFiles } from '../clients-build/name-compiled-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGE = join(ROOT, 'construct');

const run = promisify(execFile);

/**
 * Builds the package of the construct into `dist`: the construct as one CommonJS file, which `import` and `require`
 * take, its types, and the bundles of the functions at the same place, seen from `lib`, as here.
 */
export async function buildConstruct(dist = join(PACKAGE, 'dist')): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, 'scripts', 'bundle.ts')], { cwd: ROOT });
  await cp(join(ROOT, BUNDLE_ROOT), join(dist, BUNDLE_ROOT), { recursive: true });
  await copyFile(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'));
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/index.ts'],
    outdir: join(dist, 'lib'),
    bundle: true,
    // The constructs of an app have to be of one copy of the CDK.
    external: ['aws-cdk-lib', 'constructs'],
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.dirname': '__dirname' },
    keepNames: true,
    legalComments: 'none',
    logLevel: 'error',
  });
  await writeTypes(join(dist, 'lib'));
}

/** Writes the declarations of what the package exports, which name no other file of the repository. */
async function writeTypes(folder: string): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'aid-construct-types-'));
  try {
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    await run(tsc, ['-p', PACKAGE, '--outDir', all]).catch((error: { stdout: string }) => {
      throw new Error(`the construct does not compile:\n${error.stdout}`);
    });
    await mkdir(folder, { recursive: true });
    for await (const file of glob(['index.d.ts', 'aid-*.d.ts', 'config-error.d.ts'], { cwd: join(all, 'lib') })) {
      await copyFile(join(all, 'lib', file), join(folder, file));
      await nameCompiledFiles(join(folder, file));
    }
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}
