import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that bundles and templates are made from. */
const INPUTS = [
  'bin',
  'lib',
  'functions',
  'shared',
  'scripts/bundle.ts',
  'scripts/bundle',
  'clients/console',
  'clients/typescript/src',
  'local/console/console-bundle.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'cdk.json',
] as const;

/**
 * A digest of the sources and settings of an assembly: the same digest means the same assembly. Without settings, it is
 * that of the bundles.
 */
export function inputHash(root: string, stage: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, Object.entries(stage).sort()]));
  for (const input of INPUTS) add(hash, root, input);
  return hash.digest('hex').slice(0, 32);
}

function add(hash: Hash, root: string, path: string): void {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) add(hash, root, join(path, name));
    return;
  }
  hash.update(`\0${path}\0`).update(readFileSync(full));
}
