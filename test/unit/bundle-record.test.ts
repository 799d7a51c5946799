import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUNDLE_ROOT } from '#lib/bundles.ts';
import { areUpToDate, recordBundles } from '#scripts/bundle/bundle-record.ts';

let root: string;
const bundle = (name: string) => join(root, BUNDLE_ROOT, name, 'index.mjs');

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'aid-bundles-'));
  for (const name of ['one', 'two']) {
    mkdirSync(dirname(bundle(name)), { recursive: true });
    writeFileSync(bundle(name), `export const name = '${name}';`);
  }
  await recordBundles(root, 'sources');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('Recorded bundles are up to date for their own sources only', async () => {
  expect(await areUpToDate(root, 'sources')).toBe(true);
  expect(await areUpToDate(root, 'other sources')).toBe(false);
});

test.each([
  ['was replaced', () => writeFileSync(bundle('one'), "export const name = 'two';")],
  ['was deleted', () => rmSync(dirname(bundle('two')), { recursive: true })],
  ['has no record', () => rmSync(join(root, `${BUNDLE_ROOT}.json`))],
  ['has a record that was cut off', () => writeFileSync(join(root, `${BUNDLE_ROOT}.json`), '{"inputs":"sour')],
])('A bundle that %s is made again', async (_, change) => {
  change();
  expect(await areUpToDate(root, 'sources')).toBe(false);
});
