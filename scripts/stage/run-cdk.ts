import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Runs the CDK of this repository to its end, on the terminal of the caller. Returns its exit code. */
export function runCdk(args: readonly string[]): number {
  const cdk = join(ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk');
  const { status, error } = spawnSync(process.execPath, [cdk, ...args], { cwd: ROOT, stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}
