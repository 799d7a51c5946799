import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tierOf } from '#testing/test-tiers.ts';
import { readTestTimes } from '#testing/test-times.ts';
import { FEATURE_FLOWS, flowPath } from '../support/feature-flows.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The features in the table of the README, without their links. */
function featuresOfReadme(): string[] {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, rows = ''] = /^\| Feature \| Read \|\n\| --- \| --- \|\n((?:\|.*\|\n)+)/m.exec(page) ?? [];
  const cells = [...rows.matchAll(/^\| (.*?) \| .* \|$/gm)].map(([, feature = '']) => feature);
  return cells.map((feature) => feature.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
}

const FLOWS = Object.values(FEATURE_FLOWS).flat().map(flowPath);
const sourceOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('Each feature of the README has a flow', () => {
  const features = featuresOfReadme();
  expect(features.length).toBeGreaterThan(10);
  expect(Object.keys(FEATURE_FLOWS).sort()).toEqual(features.sort());
  expect(Object.entries(FEATURE_FLOWS).filter(([, flows]) => flows.length === 0)).toEqual([]);
});

test('Each flow of a feature is a file of the quick tier', () => {
  expect(FLOWS.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const times = readTestTimes();
  const slow = FLOWS.filter((path) => tierOf(path, times) !== 'quick').map((path) => [path, times[path]]);
  expect(slow, 'move the basic case to a short file').toEqual([]);
});

test('Each flow of a feature makes its requests to the shared stack over HTTP', () => {
  const own = FLOWS.filter((path) => /\bstartStack\(|\bInProcessApi\(|\buseEngine\(/.test(sourceOf(path)));
  expect(own).toEqual([]);
  // These begin with a request over HTTP, by default to the shared stack.
  const SHARED = /\b(?:makeOrganization|newAgent|sharedStack|useTunnelClients|withReceiver)\(/;
  expect(FLOWS.filter((path) => !SHARED.test(sourceOf(path)))).toEqual([]);
});
