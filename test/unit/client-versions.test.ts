import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const TOOLS = 'test/description/tools';
const page = read('docs/clients.md');

test('The page about clients names the versions of the npm generators that are checked', () => {
  const { devDependencies } = JSON.parse(read(`${TOOLS}/package.json`)) as { devDependencies: Record<string, string> };
  const named = [...page.matchAll(/(?:\bnpx(?: --yes)?|--package) (?!--)(\S+)@([\d.]+)/g)].map(
    ([, name = '', version]) => [name, version],
  );
  expect(named.map(([name]) => name)).toEqual(['openapi-typescript', 'typescript', '@hey-api/openapi-ts']);
  for (const [name = '', version] of named) expect(version, name).toBe(devDependencies[name]);
});

test('The page about clients names the versions of the Python and Go generators that are checked', () => {
  const named = [...page.matchAll(/pip install (\S+==\S+)/g)].map(([, pin = '']) => pin);
  expect(named.map((pin) => pin.split('==')[0])).toEqual(['datamodel-code-generator', 'openapi-python-client']);
  for (const pin of named) expect(read(`${TOOLS}/requirements.txt`).split('\n')).toContain(pin);
  const [, go] = /oapi-codegen@(v\S+)/.exec(page) ?? [];
  expect(read(`${TOOLS}/go.mod`)).toContain(`github.com/oapi-codegen/oapi-codegen/v2 ${go} `);
});

test('The page about clients shows the configuration that openapi-python-client is checked with', () => {
  const [, shown] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const settings = read('test/description/openapi-python-client.yaml').replace(/^#.*\n/gm, '');
  expect(shown).toBe(settings);
});
