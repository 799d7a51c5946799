import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  exceptionOf,
  OLDEST_GO,
  RUNTIME_KINDS,
  RUNTIMES,
  type RuntimeKind,
} from '#testing/scripted-service/runtimes.ts';
import { allScenarios, OPTION_NAMES, scenarioFiles } from '#testing/scripted-service/scenario-files.ts';
import { scenarioFile } from '#testing/scripted-service/scenario-schema.ts';

const ROOT = join(import.meta.dirname, '../..');
const VECTORS = join(ROOT, 'clients/vectors');
const LANGUAGES = ['typescript', 'python', 'go'];
const KINDS = Object.keys(RUNTIME_KINDS) as RuntimeKind[];

/** What a scenario may be left out of: a language, or a kind of its runtimes. */
const EXCEPTIONS = [...LANGUAGES, ...KINDS];

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

test('Every scenario runs somewhere, and every kind of runtime runs most of them, with a runtime that a test has', () => {
  const scenarios = allScenarios();
  const nowhere = scenarios.filter((scenario) => KINDS.every((kind) => exceptionOf(scenario, kind) !== undefined));
  expect(nowhere).toEqual([]);
  for (const kind of KINDS) {
    const left = scenarios.filter((scenario) => exceptionOf(scenario, kind) !== undefined);
    expect(left.length, kind).toBeLessThan(scenarios.length / 4);
    expect(RUNTIMES.flatMap(({ kinds }) => kinds)).toContain(kind);
  }
  expect(RUNTIMES.filter(({ test }) => !existsSync(join(ROOT, test)))).toEqual([]);
});

test('The oldest runtime that each package promises is one that runs the scenarios', () => {
  const read = (path: string) => readFileSync(join(ROOT, 'clients', path), 'utf8');
  const names = RUNTIMES.map(({ name }) => name);
  const [, node] = /^>=(\d+)$/.exec(JSON.parse(read('typescript/package.json')).engines.node) ?? [];
  expect(names).toContainEqual(expect.stringMatching(new RegExp(`^Node ${node}\\.`)));
  const [, python] = /^requires-python = ">=(3\.\d+)"$/m.exec(read('python/pyproject.toml')) ?? [];
  expect(names).toContain(`Python ${python} with the lowest dependencies`);
  const [, go] = /^go (\d+\.\d+)$/m.exec(read('go/go.mod')) ?? [];
  expect(OLDEST_GO).toMatch(new RegExp(`^go${go}\\.\\d+$`));
  expect(names).toContain(`Go ${OLDEST_GO.slice('go'.length)}`);
});
