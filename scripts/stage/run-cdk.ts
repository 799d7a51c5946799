import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasOption } from './cdk-options.ts';
import { DeployLog } from './deploy-log.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CDK = join(ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk');

/** Where a summarized deployment leaves what the CDK printed. */
const LOG = '.build/deploy.log';

/** Runs the CDK of this repository to its end, on the terminal of the caller. Returns its exit code. */
export function runCdk(args: readonly string[]): number {
  const { status, error } = spawnSync(process.execPath, [CDK, ...args], { cwd: ROOT, stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}

/**
 * Runs the CDK where no person watches it, and prints in some lines what happened. Everything that it prints is in a
 * file, which the last line names. Returns its exit code.
 */
export async function summarizeCdk(args: readonly string[]): Promise<number> {
  mkdirSync(join(ROOT, '.build'), { recursive: true });
  const file = createWriteStream(join(ROOT, LOG));
  const log = new DeployLog();
  const progress = hasOption(args, '--progress') ? [] : ['--progress', 'events'];
  const child = spawn(process.execPath, [CDK, ...args, ...progress], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const line of createInterface({ input: stream })) {
      file.write(`${line}\n`);
      for (const shown of log.read(line)) console.error(shown);
    }
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  await Promise.all(reading);
  await new Promise<void>((resolve) => file.end(resolve));
  if (code !== 0) for (const line of log.lastWords()) console.error(line);
  console.error(`${code === 0 ? 'deployed' : 'the deployment failed'}; all that the CDK printed is in ${LOG}`);
  return code;
}
