import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from '#scripts/checks/repository-files.ts';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { REPOSITORY, VERSION } from '#shared/domain/stage/release.ts';
import { DOCUMENT } from '#testing/described-api.ts';
import { readReleases } from '#testing/release-checkout.ts';

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

test('Package, lock file, description and list of releases have one version, and the pinned Node is that of the package', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const { version, dependencies } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  expect([version, lock.version, lock.packages[''].version]).toEqual([VERSION, VERSION, VERSION]);
  expect(DOCUMENT.info.version).toBe(VERSION);
  // Between the commit of a release and the one that lists it, the list has the release before.
  const newest = releases.find((release) => !isCandidate(release.version))?.version ?? '';
  expect([newest, VERSION].sort(compareVersions)).toEqual([newest, VERSION]);
  expect(read('.nvmrc').trim()).toBe(dependencies.node);
});

test('The service names the repository of its package as the place of its documentation', () => {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(REPOSITORY).toBe(repository.url.replace(/^git\+/, '').replace(/\.git$/, ''));
});

test('No page and no script needs a tag of a release, which a clone may lack', () => {
  const TAG = /\bgit (?:switch|checkout|clone|worktree|archive|rev-parse|reset)\b.*\bv\d+\.\d+\.\d+/;
  const needing = repositoryFiles(/^(?!test\/).*\.(?:md|ts|mjs|sh|yml|yaml)$/).flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => TAG.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(needing).toEqual([]);
});

test('The command by which an operator checks out the newest release names its commit', () => {
  const page = readFileSync(join(ROOT, 'docs', 'deployment.md'), 'utf8');
  const [, expression = ''] = /^git switch --detach "\$\(node -p "(.*)"\)"$/m.exec(page) ?? [];
  const printed = execFileSync(process.execPath, ['-p', expression], { cwd: ROOT, encoding: 'utf8' });
  expect(printed.trim()).toBe(releases[0]?.commit);
});

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return (a ?? []).map((part, index) => part - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
