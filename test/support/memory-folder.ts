import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../local/state/workspace.ts';

/** Where Linux mounts a file system in memory. */
const MEMORY = '/dev/shm';

/** The temporary files of a whole test run are well below this size. */
const NEEDED_BYTES = 2 * 1024 ** 3;

const NAME = /^aid-tests-(\d+)-/;

/**
 * Puts the temporary files of this process and its children in memory, if there is room: the engines write to disk at
 * every commit, which takes a third of the time of a request. The folder is removed when the process exits. Otherwise
 * the temporary folder of the system is used.
 */
export function useMemoryForTemporaryFiles(): void {
  if (!hasRoom()) return;
  removeLeftOver();
  const folder = mkdtempSync(join(MEMORY, `aid-tests-${process.pid}-`));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}

/** Folders of runs that were killed. */
function removeLeftOver(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (pid > 0 && !isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
