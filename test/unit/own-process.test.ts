import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tierOf } from '#testing/test-tiers.ts';
import { OWN_PROCESS } from '../support/own-process.ts';
import { REPLACED_SERVICES } from '../support/shared-processes.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const own = new Set(globSync([...OWN_PROCESS], { cwd: ROOT }));
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** A replaced module, or a measurement of this process. */
const REPLACES_OR_MEASURES = /\b(?:vi\.mock|vi\.doMock|growth|memoryUsage|cpuUsage)\(/;

/** A replaced client, a setting of the process, or a look at every row of the table. */
const CHANGES_SHARED_STATE =
  /\bmockClient\(|\bprocess\.env\S* (?:\?\?)?=[^=]|\bassign\(process\.env|\bScanCommand\b|\beveryRow\(/;

/** `../support/memory-bucket.ts` or `#testing/fixture.ts`. */
const SUPPORT = /from '((?:\.\.\/support|#testing)\/[\w/-]+\.ts)'/g;

const supportOf = (file: string) =>
  [...sourceOf(file).matchAll(SUPPORT)].map(([, path = '']) => path.replace(/^#/, '').replace(/^\.\./, 'test'));

test('A test file that replaces a module or measures its process runs in a process of its own', () => {
  const needing = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    REPLACES_OR_MEASURES.test(sourceOf(file)),
  );
  expect(needing.length).toBeGreaterThan(5);
  expect(needing.filter((file) => !own.has(file))).toEqual([]);
});

test('A test file that measures its process decides about a release only', () => {
  const measuring = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    /\b(?:growth|cpuUsage)\(/.test(sourceOf(file)),
  );
  expect(measuring.length).toBeGreaterThan(3);
  expect(measuring.filter((file) => tierOf(file, { [file]: 0 }) !== 'release')).toEqual([]);
});

test('A test file that would disturb the others of its engine runs apart from them', () => {
  const apart = new Set([...own, ...REPLACED_SERVICES]);
  const disturbs = (file: string) => CHANGES_SHARED_STATE.test(sourceOf(file));
  const needing = globSync('test/data/**/*.test.ts', { cwd: ROOT }).filter(
    // The engine sets the same environment for every file that uses it.
    (file) => disturbs(file) || supportOf(file).some((path) => path !== 'test/support/engine.ts' && disturbs(path)),
  );
  expect(needing.length).toBeGreaterThan(20);
  expect(needing.filter((file) => !apart.has(file))).toEqual([]);
});

test('Test files that share replaced services set each variable to the same value, and replace no client that others need', () => {
  const values = new Map<string, Set<string>>();
  for (const file of REPLACED_SERVICES) {
    const source = sourceOf(file);
    for (const [, name = '', value = ''] of source.matchAll(/\bprocess\.env\.(\w+) = (.*);/g))
      values.set(name, (values.get(name) ?? new Set()).add(value));
    expect(source, file).not.toMatch(/\bmockClient\(|\bvi\.mock\(/);
  }
  expect(values.size).toBeGreaterThan(1);
  for (const [name, found] of values) expect([...found], name).toHaveLength(1);
});

test('A test file without an engine that replaces a client of the AWS SDK restores it, or runs in a process of its own', () => {
  const replaces = (file: string) => /\bmockClient\(/.test(sourceOf(file)) && !sourceOf(file).includes('.restore()');
  const needing = globSync('test/{unit,local,infra}/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    [file, ...supportOf(file)].some(replaces),
  );
  expect(needing.length).toBeGreaterThan(1);
  expect(needing.filter((file) => !own.has(file))).toEqual([]);
});
