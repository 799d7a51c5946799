import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A state folder with this file is emptied before it is used again. */
const RESET_FILE = 'reset';

/**
 * Marks a state folder so that the next start empties it. Until then it stays complete, even after a crash in between.
 */
export function markForReset(stateDir: string): void {
  writeFileSync(join(stateDir, RESET_FILE), '');
}

export function isMarkedForReset(stateDir: string): boolean {
  return existsSync(join(stateDir, RESET_FILE));
}

/**
 * Deletes everything in a state folder but the files that lock it. If a crash interrupts this, the next start repeats
 * it.
 */
export function emptyState(stateDir: string, lockFiles: readonly string[]): void {
  for (const name of readdirSync(stateDir)) {
    if (name !== RESET_FILE && !lockFiles.includes(name))
      rmSync(join(stateDir, name), { recursive: true, force: true });
  }
  rmSync(join(stateDir, RESET_FILE));
}
