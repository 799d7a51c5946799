import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

/**
 * Locks the state folder for this process, or throws. The operating system holds the lock on an open file (through
 * SQLite), so `kill -9` releases it at once, and no stale lock can remain.
 */
export function lockState(stateDir: string): () => void {
  mkdirSync(stateDir, { recursive: true });
  const lock = new DatabaseSync(join(stateDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new StartError(`state folder ${stateDir} is in use by another stack (AID_STATE_DIR names another)`);
  }
  return () => lock.close();
}
