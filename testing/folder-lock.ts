import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;

/**
 * Runs `work` while no other process does so for the same folder, and waits until then. The operating system holds the
 * lock, through SQLite, so a process that is killed leaves none behind.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 });
  try {
    while (!isAcquired(lock)) await sleep(LOOK_EVERY_MS);
    return await work();
  } finally {
    lock.close();
  }
}

/** Whether no one else has the lock. It is held until `lock` is closed, or the process ends. */
export function isAcquired(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
}
