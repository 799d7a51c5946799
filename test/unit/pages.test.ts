import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const page = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What a newcomer reads before the first command; tables belong to pages of their own. */
const MAX_README_LINES = 150;

test('The README has at most 150 lines', () => {
  const lines = page('README.md').trimEnd().split('\n').length;
  expect(lines).toBeGreaterThan(50);
  expect(lines, 'move what is not the first walk to a page in docs/').toBeLessThanOrEqual(MAX_README_LINES);
});

test('The list of all pages has every page of docs/ once', () => {
  const list = page('docs/README.md');
  const pages = globSync('*.md', { cwd: join(ROOT, 'docs') }).filter((name) => name !== 'README.md');
  expect(pages.length).toBeGreaterThan(30);
  const linked = [...list.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name);
  expect(linked.sort()).toEqual(pages.sort());
});

test('The README leads to the list of all pages, and to the comparison', () => {
  expect(page('README.md')).toContain('](docs/README.md)');
  expect(page('README.md')).toContain('](docs/comparison.md)');
});
