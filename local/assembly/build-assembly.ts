import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#lib/config.ts';
import { ConfigError } from '#lib/config-error.ts';
import { StartError } from '../start-error.ts';
import { keepAssembly, restoreAssembly } from './assembly-cache.ts';
import { inputHash } from './input-hash.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Bundles the functions and synthesizes the app into `outdir`, as `npm run synth` does, in child processes, so that
 * neither esbuild nor the CDK stays in the memory of the running stack. The assembly holds copies of the bundles, so
 * each stack of a checkout keeps those that it was started with. An assembly of the same sources is reused.
 */
export async function buildAssembly(outdir: string, stage: Readonly<Record<string, string>>): Promise<void> {
  requireReadable(stage);
  rmSync(outdir, { recursive: true, force: true });
  const hash = inputHash(ROOT, stage);
  if (restoreAssembly(ROOT, hash, outdir)) return;
  await run('bundling', 'scripts/bundle.ts', {});
  await run('synthesis', 'bin/app.ts', { ...stage, CDK_OUTDIR: outdir });
  // A file may have been saved meanwhile. Then the sources of this assembly are unknown, and it is not cached.
  if (inputHash(ROOT, stage) === hash) keepAssembly(ROOT, hash, outdir);
}

/** Reports a setting that the synthesis would refuse before the bundling starts, not after it. */
function requireReadable(stage: Readonly<Record<string, string>>): void {
  try {
    readConfig(stage);
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.message) : error;
  }
}

function run(step: string, script: string, extra: Readonly<Record<string, string>>): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('AID_'));
  const child = spawn(process.execPath, [join(ROOT, script)], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...extra },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StartError(`${step}: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new StartError(`${step} failed: ${lastWords(complaint) || `exit ${code ?? signal}`}`));
    });
  });
}

/** The line that names the problem, when there is one; otherwise the whole output. */
function lastWords(complaint: string): string {
  const text = complaint.trim();
  const lines = text.split('\n');
  return lines.length === 1 ? text : (lines.find((line) => /^\s*(?:\w+: )?\w*Error\b/.test(line)) ?? text);
}
