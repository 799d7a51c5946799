import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

/**
 * The layout of the state folder that this version reads and writes. Raise it with every change after which the service
 * cannot read older state correctly: to the rows of the table, to the emulators' database, or to the files in the
 * folder. An older folder is then refused at start, and not misread later.
 */
export const STATE_LAYOUT = 3;

/** The file in the state folder that is locked while a stack runs. It also stores the layout number. */
export const LOCK_FILE = 'lock';

/** Refuses a folder that has data but no lock file, before anything is written to it: no stack has created it. */
export function requireStateFolder(stateDir: string): void {
  if (!existsSync(join(stateDir, LOCK_FILE)) && hasData(stateDir)) throw refusal(stateDir, 0);
}

/**
 * Stores the layout number in a new state folder, and requires it of an existing one. The number is the
 * `user_version` of the lock file, so it is written in full or not at all.
 */
export function requireLayout(lock: DatabaseSync, stateDir: string): void {
  const layout = Number(lock.prepare('PRAGMA user_version').get()?.user_version);
  if (layout === STATE_LAYOUT) return;
  if (layout !== 0 || hasData(stateDir)) throw refusal(stateDir, layout);
  lock.exec(`PRAGMA user_version = ${STATE_LAYOUT}`);
}

/** Whether the folder has more than the lock file and its journal, which a start that was killed may have left. */
function hasData(stateDir: string): boolean {
  return readdirSync(stateDir).some((name) => name !== LOCK_FILE && name !== `${LOCK_FILE}-journal`);
}

function refusal(stateDir: string, layout: number): StartError {
  const found = layout === 0 ? 'no layout number' : `layout ${layout}`;
  return new StartError(
    `state folder ${stateDir} has ${found}, but this version needs layout ${STATE_LAYOUT}: ` +
      'delete the folder, or name another one in AID_STATE_DIR',
  );
}
