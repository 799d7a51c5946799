import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';

const ROOT = join(import.meta.dirname, '..', '..');
/** What the checks keep for their next run. */
const CACHE = '.build/checks';

/** A check that runs as a process of its own. */
interface Check {
  readonly name: string;
  /** A program of `node_modules/.bin`, or `node` for one of the project. */
  readonly command: readonly string[];
}

/** A TypeScript project; what did not change since the last run is not checked again. */
function types(name: string, project: string): Check {
  const stored = ['--checkers', '1', '--incremental', '--tsBuildInfoFile', join(ROOT, CACHE, `${name}.tsbuildinfo`)];
  return { name, command: ['tsc', '--noEmit', '-p', project, ...stored] };
}

const FOLDERS = 'bin clients examples lib functions shared local testing test bench scripts'.split(' ');

const ours = (name: string, ...command: string[]): Check => ({ name, command: ['node', ...command] });

/** Everything that is checked without running a test, the longest first. */
const CHECKS: readonly Check[] = [
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', '--cache', `${CACHE}/imports`, ...FOLDERS],
  },
  ours('synthesis', 'scripts/checks/synthesis.ts'),
  types('types', '.'),
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'unused code', command: ['knip', '--no-progress', '--cache', '--cache-location', `${CACHE}/unused`] },
  ours('generated pages', 'scripts/docs.ts', '--check'),
  ours('generated clients', 'scripts/clients.ts', '--check'),
  types('types of the SDK', 'clients/typescript'),
  types('types of the console', 'clients/console'),
  ours('references', 'scripts/checks/references.ts'),
  ours('wording', 'scripts/checks/writing.ts'),
  ours('keyed objects', 'scripts/checks/keyed-objects.ts'),
  ours('columns', 'scripts/checks/columns.ts'),
];

/**
 * Runs the checks, `atOnce` at a time, and prints the output of each in one piece when it has ended.
 *
 * @returns the names of those that failed.
 */
export async function runChecks(atOnce: number): Promise<readonly string[]> {
  mkdirSync(join(ROOT, CACHE), { recursive: true });
  const limit = pLimit(atOnce);
  const outcomes = await Promise.all(CHECKS.map((check) => limit(() => run(check))));
  return CHECKS.filter((_, index) => !outcomes[index]).map(({ name }) => name);
}

function run({ name, command: [program = '', ...args] }: Check): Promise<boolean> {
  const started = performance.now();
  const path = program === 'node' ? process.execPath : join(ROOT, 'node_modules', '.bin', program);
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      cwd: ROOT,
      // The compiler is written in Go: with more memory, a third of its time is saved.
      env: { GOGC: '400', ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (status !== 0) process.stdout.write(output);
      console.log(`check ${name}: ${status === 0 ? 'passed' : 'failed'} (${seconds} s)`);
      resolve(status === 0);
    });
  });
}
