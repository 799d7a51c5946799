import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner can read. A crash leaves either the old or the new file. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const written = `${path}.${randomUUID()}`;
  try {
    writeFileSync(written, text, { mode: 0o600, flag: 'wx' });
    renameSync(written, path);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}
