import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('.build', 'assemblies');

/** The number of assemblies to keep. Tests start stacks with several settings. */
const KEPT = 8;

/** Copies the cached assembly of `hash` to `outdir`. Returns false when there is none. */
export function restoreAssembly(root: string, hash: string, outdir: string): boolean {
  const kept = join(root, FOLDER, hash);
  if (!existsSync(join(kept, 'manifest.json'))) return false;
  try {
    cpSync(kept, outdir, { recursive: true });
    utimesSync(kept, new Date(), new Date());
    return true;
  } catch {
    // Another stack has just removed it to make room.
    rmSync(outdir, { recursive: true, force: true });
    return false;
  }
}

/** Caches a copy of an assembly. The copy appears in full or not at all, even when several stacks cache one at once. */
export function keepAssembly(root: string, hash: string, outdir: string): void {
  const folder = join(root, FOLDER);
  const fresh = join(folder, `${hash}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(outdir, fresh, { recursive: true });
    renameSync(fresh, join(folder, hash));
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
  removeOldest(folder);
}

function removeOldest(folder: string): void {
  const byAge = readdirSync(folder)
    .map((name) => ({
      path: join(folder, name),
      time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of byAge.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}
