import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const open = new Set<string>();

// An interrupted run exits without reaching the code that deletes its folders.
process.once('exit', () => {
  for (const dir of open) remove(dir);
});

/** Runs `work` with a folder that is deleted afterwards. */
export async function withTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'aid-bench-'));
  open.add(dir);
  try {
    return await work(dir);
  } finally {
    open.delete(dir);
    remove(dir);
  }
}

function remove(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
