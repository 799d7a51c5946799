import { existsSync, rmSync, statfsSync } from 'node:fs';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';

/** Where Linux mounts a file system in memory. */
const MEMORY = '/dev/shm';

/** The temporary files of a whole test run are well below this size. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Puts the temporary files of this process and its children in memory, if there is room: the engines write to disk at
 * every commit, which takes a third of the time of a request. The folder is removed when the process exits. Otherwise
 * the temporary folder of the system is used.
 */
export function useMemoryForTemporaryFiles(): void {
  if (!hasRoom()) return;
  const folder = makeTemporaryFolder(MEMORY, 'aid-tests');
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
