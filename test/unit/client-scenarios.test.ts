import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allScenarios, OPTION_NAMES, scenarioFiles } from '#testing/scripted-service/scenario-files.ts';
import { scenarioFile } from '#testing/scripted-service/scenario-schema.ts';

const VECTORS = join(import.meta.dirname, '../../clients/vectors');
const LANGUAGES = ['typescript', 'python', 'go'];

/** What a scenario may be left out of: a language, or a runtime of one. */
const EXCEPTIONS = [...LANGUAGES, 'python-sync', 'node', 'bun', 'deno', 'browser'];

test.each([...scenarioFiles()])(
  'clients/vectors/scenarios/%s.json has the form that its README describes',
  (_, file) => {
    expect(scenarioFile.safeParse(file).error).toBeUndefined();
  },
);

test('No two scenarios of a topic have one name, and the methods that they call exist', () => {
  const scenarios = allScenarios();
  const titles = scenarios.map(({ topic, name }) => `${topic}: ${name}`);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  const { methods, loops } = JSON.parse(readFileSync(join(VECTORS, 'names.json'), 'utf8'));
  const known = new Set<string>([...methods, ...loops, 'verifyWebhook']);
  const called = scenarios.flatMap(({ call }) => call?.method ?? []);
  expect(called.filter((method) => !known.has(method))).toEqual([]);
});

test('Every option that an error is to name has its name in each language', () => {
  const named = allScenarios().flatMap(({ expect: { error } }) => error?.names ?? []);
  expect([...new Set(named)].filter((option) => !(option in OPTION_NAMES))).toEqual([]);
  for (const [option, names] of Object.entries(OPTION_NAMES)) {
    expect(Object.keys(names).sort(), option).toEqual([...LANGUAGES].sort());
  }
});

test('Every exception names a language or a runtime', () => {
  const named = allScenarios().flatMap(({ not_in: notIn = {} }) => Object.keys(notIn));
  expect([...new Set(named)].filter((one) => !EXCEPTIONS.includes(one))).toEqual([]);
});
