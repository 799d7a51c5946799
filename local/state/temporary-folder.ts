import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder named after this process, and deletes those of the same name that belong to processes which were
 * killed before they could clean up.
 */
export function makeTemporaryFolder(parent: string, name: string): string {
  removeLeftOver(parent, name);
  return mkdtempSync(join(parent, `${name}-${process.pid}-`));
}

function removeLeftOver(parent: string, name: string): void {
  for (const entry of readdirSync(parent)) {
    if (!entry.startsWith(`${name}-`)) continue;
    const pid = Number(/^(\d+)-/.exec(entry.slice(name.length + 1))?.[1] ?? Number.NaN);
    if (pid > 0 && !isAlive(pid)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

/** Whether a process with this id exists. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
