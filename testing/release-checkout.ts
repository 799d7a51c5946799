import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { withFolderLock } from './folder-lock.ts';

const ROOT = join(import.meta.dirname, '..');

/** The releases, newest first. See: docs/releasing.md. */
const releasesSchema = z
  .array(
    z.strictObject({
      version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/),
      commit: z.string().regex(/^[0-9a-f]{40}$/),
      /** The layout that the release writes. */
      layout: z.int().positive(),
      date: z.iso.date(),
    }),
  )
  .min(1);

export type Release = z.output<typeof releasesSchema>[number];

export function readReleases(): Release[] {
  return releasesSchema.parse(JSON.parse(readFileSync(join(ROOT, 'docs', 'releases.json'), 'utf8')));
}

/** The files of the last release, or of the commit that `AID_COMPATIBLE_WITH` names, ready to run. */
export function checkOutLast(): Promise<string> {
  return checkOut(process.env.AID_COMPATIBLE_WITH ?? readReleases()[0]?.commit ?? '');
}

/** The files of a commit, ready to run, in a folder that later runs use again. */
export async function checkOut(commit: string): Promise<string> {
  const id = requireCommit(commit);
  const folder = join(ROOT, '.build', 'releases', id);
  mkdirSync(dirname(folder), { recursive: true });
  await withFolderLock(folder, async () => {
    if (!existsSync(folder)) makeCheckout(id, folder);
  });
  return folder;
}

function makeCheckout(id: string, folder: string): void {
  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  execFileSync('tar', ['-x', '-C', fresh], { input: git('archive', id) });
  if (hasSamePackages(fresh)) symlinkSync(join(ROOT, 'node_modules'), join(fresh, 'node_modules'));
  else execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: fresh, stdio: ['ignore', 'ignore', 'inherit'] });
  // Earlier commits have the generated sources, or no SDK.
  if (existsSync(join(fresh, 'scripts', 'generated-sources.mjs'))) {
    execFileSync(process.execPath, ['scripts/clients.ts', '--built'], {
      cwd: fresh,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  renameSync(fresh, folder);
}

/** Copies the files of this checkout as they are now, ready to run, to a new folder. */
export function copyOfPresent(folder: string): string {
  const left = ['.git', '.build', '.local', 'cdk.out', 'node_modules'].map((name) => join(ROOT, name));
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !left.includes(path) });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The full id of a commit. Files without their history cannot be tested against a release, and this says so. */
export function requireCommit(commit: string, root = ROOT): string {
  try {
    return git('-C', root, 'rev-parse', '--verify', `${commit}^{commit}`).toString().trim();
  } catch (error) {
    throw new Error(
      `the commit ${commit} of the last release is not here, so nothing shows that this code reads what it has ` +
        `stored. These tests need a clone with the whole history: "git fetch --unshallow" completes one; an archive ` +
        `of the files has none. ${(error as Error).message}`,
    );
  }
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Whether a release names the packages of this checkout, each in the same version. */
function hasSamePackages(folder: string): boolean {
  const [theirs, ours] = [folder, ROOT].map((root) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { ...dependencies, ...devDependencies } as Record<string, string>;
  }) as [Record<string, string>, Record<string, string>];
  return Object.entries(theirs).every(([name, version]) => ours[name] === version);
}
