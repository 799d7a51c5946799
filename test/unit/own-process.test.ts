import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OWN_PROCESS } from '../support/own-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** An engine of the test process itself, a replaced module, or a measurement of this process. */
const NEEDS_OWN_PROCESS = /\b(?:useEngine|vi\.mock|vi\.doMock|growth|memoryUsage|cpuUsage)\(/;

test('A test file that uses an engine, replaces a module or measures its process runs in a process of its own', () => {
  const alone = new Set(globSync([...OWN_PROCESS], { cwd: ROOT }));
  const files = globSync('test/**/*.test.ts', { cwd: ROOT });
  const needing = files.filter((file) => NEEDS_OWN_PROCESS.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(needing.length).toBeGreaterThan(50);
  expect(needing.filter((file) => !alone.has(file))).toEqual([]);
});
