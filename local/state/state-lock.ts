import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';
import { forgetLayouts, LOCK_FILE, LOCK_FILES, requireLayout, requireStateFolder } from './state-layout.ts';
import { emptyState, isMarkedForReset } from './state-reset.ts';

/** No other user of the machine may read codes, mail or the master key. */
const OWNER_ONLY = 0o700;

/**
 * Locks the state folder for this process, or throws. The operating system holds the lock on an open file (through
 * SQLite), so `kill -9` releases it at once, and no stale lock can remain. A folder with another layout is refused.
 * One that is marked for a reset is emptied first.
 */
export function lockState(stateDir: string): () => void {
  mkdirSync(stateDir, { recursive: true, mode: OWNER_ONLY });
  requireStateFolder(stateDir);
  // A folder that an earlier version made, or another program.
  chmodSync(stateDir, OWNER_ONLY);
  const lock = new DatabaseSync(join(stateDir, LOCK_FILE), { timeout: 0 });
  try {
    acquire(lock, stateDir);
    if (isMarkedForReset(stateDir)) {
      emptyState(stateDir, LOCK_FILES);
      forgetLayouts(lock);
    }
    requireLayout(lock, stateDir);
    // The layout number is durable from here on. Another process that gets the lock in between wins.
    lock.exec('COMMIT');
    acquire(lock, stateDir);
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}

function acquire(lock: DatabaseSync, stateDir: string): void {
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch {
    throw new StartError(`state folder ${stateDir} is in use by another stack (AID_STATE_DIR names another)`);
  }
}
