import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { dataRefusal, LAYOUT, type StoredLayouts, spanOf, withWriter } from '#shared/domain/stage/layout.ts';
import { StartError } from '../start-error.ts';

/** The file in the state folder that is locked while a stack runs. It also stores the layouts of the folder. */
export const LOCK_FILE = 'lock';

/** The lock file and its journal, which a start that was killed may have left. */
export const LOCK_FILES: readonly string[] = [LOCK_FILE, `${LOCK_FILE}-journal`];

/** Refuses a folder that has data but no lock file, before anything is written to it: no stack has created it. */
export function requireStateFolder(stateDir: string): void {
  if (!existsSync(join(stateDir, LOCK_FILE)) && hasData(stateDir)) throw refusal(stateDir, undefined);
}

/**
 * Requires that this version can read the state folder, and records that it writes to it from now on. The lock file is
 * a database with an open transaction, so the layouts are written in full or not at all.
 */
export function requireLayout(lock: DatabaseSync, stateDir: string): void {
  const found = layoutsOf(lock);
  if (found === undefined && hasData(stateDir)) throw refusal(stateDir, undefined);
  if (found !== undefined && dataRefusal(found, LAYOUT) !== undefined) throw refusal(stateDir, found);
  const { oldest, newest } = withWriter(found ?? { oldest: LAYOUT.writes, newest: LAYOUT.writes }, LAYOUT);
  lock.exec('CREATE TABLE IF NOT EXISTS layouts (oldest INTEGER NOT NULL, newest INTEGER NOT NULL)');
  lock.exec('DELETE FROM layouts');
  lock.prepare('INSERT INTO layouts (oldest, newest) VALUES (?, ?)').run(oldest, newest);
}

/** Removes the layouts of data that is no longer there. */
export function forgetLayouts(lock: DatabaseSync): void {
  lock.exec('DROP TABLE IF EXISTS layouts; PRAGMA user_version = 0');
}

function layoutsOf(lock: DatabaseSync): StoredLayouts | undefined {
  const known = lock.prepare("SELECT name FROM sqlite_schema WHERE name = 'layouts'").get();
  const row = known && lock.prepare('SELECT oldest, newest FROM layouts').get();
  if (row !== undefined) return { oldest: Number(row.oldest), newest: Number(row.newest) };
  // Versions before 0.2.0 stored one number, in the header of the file.
  const number = Number(lock.prepare('PRAGMA user_version').get()?.user_version);
  return number === 0 ? undefined : { oldest: number, newest: number };
}

/** Whether the folder has more than its lock. */
function hasData(stateDir: string): boolean {
  return readdirSync(stateDir).some((name) => !LOCK_FILES.includes(name));
}

function refusal(stateDir: string, found: StoredLayouts | undefined): StartError {
  const layouts = found === undefined ? 'no layout number' : spanOf(found.oldest, found.newest);
  return new StartError(
    `state folder ${stateDir} has ${layouts}, but this version needs layout ${LAYOUT.reads.join(' or ')}: ` +
      'delete the folder, or name another one in AID_STATE_DIR',
  );
}
