import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { checkOut, readReleases, requireCommit } from '#testing/release-checkout.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const [last] = readReleases();
const commit = last?.commit ?? '';

const folder = mkdtempSync(join(tmpdir(), 'aid-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

test('The last release is a commit of this history, and writes the layout that the list has for it', () => {
  requireCommit(commit);
  expect(() => git('merge-base', '--is-ancestor', commit, 'HEAD')).not.toThrow();
  const source = git('grep', '-h', 'LAYOUT: ReleaseLayouts = ', commit, '--', 'shared/domain');
  expect(Number(/LAYOUT: ReleaseLayouts = .*writes: (\d+)/.exec(source)?.[1])).toBe(last?.layout);
});

test('Each release that this clone has a tag of is the tagged commit', () => {
  const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean);
  const tagged = readReleases().filter(({ version }) => tags.includes(`v${version}`));
  expect(tagged.map(({ version }) => git('rev-parse', `v${version}^{commit}`).trim())).toEqual(
    tagged.map((one) => one.commit),
  );
});

test('The last release and the present commit are checked out with all that they import', async () => {
  const generated = 'clients/typescript/src/generated/methods.ts';
  const present = git('rev-parse', 'HEAD').trim();
  // Only that of the release is used again.
  onTestFinished(async () => rmSync(await checkOut(present), { recursive: true }));
  for (const id of [commit, present]) {
    const path = await checkOut(id);
    expect(existsSync(join(path, 'local', 'start.ts')), id).toBe(true);
    expect(existsSync(join(path, generated)), id).toBe(existsSync(join(path, 'clients', 'typescript', 'src')));
  }
});

test('A shallow clone and files without a history fail with the way to complete them', () => {
  const shallow = join(folder, 'shallow');
  git('clone', '--quiet', '--depth', '1', pathToFileURL(ROOT).href, shallow);
  const way = /the commit [0-9a-f]{40} of the last release is not here.* "git fetch --unshallow" completes one/;
  expect(() => requireCommit(commit, shallow)).toThrow(way);
  expect(() => requireCommit(commit, folder)).toThrow(way);
});
