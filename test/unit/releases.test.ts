import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYOUT } from '../../shared/domain/layout.ts';
import { readReleases } from '../compatibility/release-checkout.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const releases = readReleases();
const isCandidate = (version: string) => version.includes('-');

test('The list of releases has the newest first, each version and commit once, and a candidate only of the next release', () => {
  const dates = releases.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(new Set(releases.map(({ version }) => version)).size).toBe(releases.length);
  expect(new Set(releases.map(({ commit }) => commit)).size).toBe(releases.length);
  expect(releases.slice(1).filter(({ version }) => isCandidate(version))).toEqual([]);
});

test('This code and the last release read what the other writes, by their layouts', () => {
  expect(LAYOUT.reads).toContain(releases[0]?.layout);
});

test('The changelog has a section for what is not released yet, and a dated one for each release and for the version of the package', () => {
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  expect(sections[0]).toMatch(/^\[Unreleased\]\n/);
  const { version: present } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const listed = releases.map(({ version }) => version).filter((version) => !isCandidate(version));
  for (const version of [present, ...listed]) {
    const section = sections.find((one) => one.startsWith(`[${version}] - `));
    expect(section, version).toMatch(/^\S+ - \d{4}-\d{2}-\d{2}\n\s+\S/);
  }
});
