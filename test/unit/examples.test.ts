import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '#shared/domain/stage/release.ts';
import { EXAMPLES } from '../support/example-names.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'examples');
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');

/** The path of a program by its name, in each language. */
const PATHS: Readonly<Record<string, (name: string) => string>> = {
  typescript: (name) => `typescript/${name}.ts`,
  python: (name) => `python/${name.replaceAll('-', '_')}.py`,
  go: (name) => `go/${name}/main.go`,
};

test.each(Object.entries(PATHS))('examples/%s has every program, and no other', (language, pathOf) => {
  const found = readdirSync(join(FOLDER, language), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|py|go)$/.test(path))
    .map((path) => `${language}/${path}`);
  expect(found.sort()).toEqual(EXAMPLES.map(pathOf).sort());
});

test('The README of the examples names every program', () => {
  const others = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs'));
  const programs = Object.values(PATHS).flatMap((pathOf) => EXAMPLES.map(pathOf));
  for (const path of [...others, ...programs]) expect(README, path).toContain(`](${path})`);
});

test.each([
  ['typescript/package.json', /"aid-stack": "([^"]+)"/],
  ['python/requirements.txt', /^aid-stack\[streams\]==(.+)$/m],
  ['go/go.mod', /^require git\.example\/aid\/aid\/clients\/go v(.+)$/m],
])('examples/%s takes the SDK of this version', (file, pattern) => {
  expect(pattern.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[1]).toBe(VERSION);
});
