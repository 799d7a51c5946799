import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, FUNCTION_NAMES, FUNCTIONS } from '#lib/functions.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
import { resourcesOf, synthesize } from './stage.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The source files that a file imports, directly or not. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '((?:\.|#)[^']+\.ts)'/g)) {
    importsOf(path.startsWith('#') ? join(ROOT, path.slice(1)) : join(file, '..', path), found);
  }
  return found;
}

test('The functions that resolve host names of customers are exactly those that import the guarded lookup', () => {
  expect(globSync('shared/runtime/guarded-lookup.ts', { cwd: ROOT })).toHaveLength(1);
  const resolving = FUNCTION_NAMES.filter((name) =>
    importsOf(join(ROOT, entryOf(name))).has(join(ROOT, 'shared/runtime/guarded-lookup.ts')),
  );
  expect(resolving).toEqual(FUNCTION_NAMES.filter((name) => FUNCTIONS[name].resolvesHosts));
});

const sizes = new Map(
  resourcesOf(synthesize().serviceTemplate, 'AWS::Lambda::Function').map(([, { Properties }]) => [
    Properties.FunctionName,
    Properties.Environment.Variables.UV_THREADPOOL_SIZE,
  ]),
);

/** Blocks threads as a silent name server does, by opening a pipe that has no writer, and then looks a name up. */
const LOOKUP_BEHIND_BLOCKED_THREADS = `
  const { open } = require('node:fs');
  for (let i = 0; i < Number(process.argv[2]); i++) open(process.argv[1], 'r', () => {});
  require('node:dns').lookup('127.0.0.1.', () => process.stdout.write('resolved', () => process.exit()));
`;

test.runIf(process.platform === 'linux')(
  'Forty lookups that a silent name server holds up do not hold up the next one in the deliverer',
  async () => {
    const pipe = join(makeTemporaryFolder(tmpdir(), 'aid-lookups'), 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const size = sizes.get('aid-dev-worker-delivery');
    const child = spawn(process.execPath, ['-e', LOOKUP_BEHIND_BLOCKED_THREADS, pipe, '40'], {
      env: { PATH: process.env.PATH, ...(size !== undefined && { UV_THREADPOOL_SIZE: size }) },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      // Its exit would wait for the threads that are blocked.
      child.kill('SIGKILL');
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
    await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    rmSync(pipe, { force: true });
    expect(output).toBe('resolved');
  },
);
