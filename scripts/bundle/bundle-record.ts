import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLE_ROOT } from '#lib/bundles.ts';

/** What the present bundles were made from, and their own digests. */
interface BundleRecord {
  /** The digest of the sources. */
  readonly inputs: string;
  /** The digest of the bundles. */
  readonly outputs: string;
}

const RECORD = `${BUNDLE_ROOT}.json`;

/** Whether the bundles were made from these sources and have not changed since. */
export async function areUpToDate(root: string, inputs: string): Promise<boolean> {
  try {
    const record = JSON.parse(await readFile(join(root, RECORD), 'utf8')) as BundleRecord;
    return record.inputs === inputs && record.outputs === (await digestOfBundles(root));
  } catch {
    return false;
  }
}

/**
 * Records the present bundles as those of these sources. The digest of the bundles shows when another process has
 * replaced one of them since.
 */
export async function recordBundles(root: string, inputs: string): Promise<void> {
  const record: BundleRecord = { inputs, outputs: await digestOfBundles(root) };
  const fresh = join(root, `${RECORD}.${process.pid}`);
  await writeFile(fresh, JSON.stringify(record));
  await rename(fresh, join(root, RECORD));
}

async function digestOfBundles(root: string): Promise<string> {
  const folder = join(root, BUNDLE_ROOT);
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) hash.update(`\0${path.slice(folder.length)}\0`).update(await readFile(path));
  return hash.digest('hex');
}
