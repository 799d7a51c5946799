import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { readCommandLine } from '#testing/command-line.ts';
import { ROW_PARTS } from '#testing/row-parts.ts';
import { seedOfRun } from '#testing/seed.ts';
import { noticedShare, readMutationResults } from './test-run/mutation-results.ts';
import { recordReleaseRun } from './test-run/release-runs.ts';

const ROOT = join(import.meta.dirname, '..');

readCommandLine({
  name: 'test:release',
  usage: `npm run test:release

Runs the checks, every test at full size with new random input, the comparison with the last release
(npm run bench -- against), and the mutation tests, and adds the result to docs/release-runs.json. It takes hours, and needs what .ci/run needs. AID_SEED=<seed> repeats the input of a run.`,
});

process.env.AID_SEED ??= String(randomInt(2 ** 31 - 1));
const seed = seedOfRun();
console.log(`seed ${seed}`);
const started = performance.now();

const checks = await run('scripts/check.ts');
const tests = await run('scripts/test.ts', '--tier=release');
const comparison = await run('bench/run.ts', 'against');
const mutation = await run('scripts/mutation.ts');

const [, passed = 0, failed = 0, skipped = 0] = (
  /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m.exec(tests.output) ?? []
).map((text) => Number(text ?? 0));
const minutes = Math.round((performance.now() - started) / 60_000);
const shares = ['rules', ...Object.keys(ROW_PARTS)].map((name) => [name, noticedShare(readMutationResults(name))]);
const noticed = Object.fromEntries(shares.map(([name, share]) => [name, Math.round(Number(share) * 10) / 10]));
recordReleaseRun({
  commit: commit(),
  date: new Date().toISOString().slice(0, 10),
  seed,
  passed,
  failed,
  skipped,
  minutes,
  noticed,
});

console.log(
  `checks ${word(checks)}, tests ${word(tests)}, comparison with the last release ${word(comparison)}, ` +
    `mutation tests ${word(mutation)}, ${minutes} min, seed ${seed}`,
);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = [checks, tests, comparison, mutation].every(({ code }) => code === 0) ? 0 : 1;

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program of the project, and shows what it prints. */
async function run(...args: readonly string[]): Promise<Outcome> {
  console.log(`\n${args.join(' ')}`);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}

function commit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
  return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
}

function word({ code }: Outcome): string {
  return code === 0 ? 'passed' : 'failed';
}
