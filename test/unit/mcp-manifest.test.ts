import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ListedTool } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import { countTokens } from '../support/count-tokens.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'mcp-tools.json');
const { tools }: { tools: readonly ListedTool[] } = JSON.parse(readFileSync(FILE, 'utf8'));

const defaultNames = toolsOf(new Set()).map(({ name }) => name);

/** Every object within a value, with the path to it. */
function* objectsIn(value: unknown, path: string): Generator<readonly [path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${path}.${key}`);
}

const objects = tools.flatMap((tool) => [...objectsIn(tool, tool.name)]);

test('The list of the default tools costs a model at most 6,000 tokens', () => {
  const listed = tools.filter(({ name }) => defaultNames.includes(name));
  expect(listed.map(({ name }) => name).sort()).toEqual([...defaultNames].sort());
  const tokens = countTokens(JSON.stringify({ tools: listed }));
  console.log(`tools/list of the default tools: ${tokens} tokens`);
  expect(tokens).toBeLessThanOrEqual(6000);
});

test('The name of every tool has at most 60 characters where a client puts that of the server before it', () => {
  const names = tools.map(({ name }) => `mcp__aid__${name}`);
  expect(names.filter((name) => !/^[a-z_]{1,60}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('Every tool has a title and a description, and no description has more than 1,024 characters', () => {
  for (const { title, description } of tools) expect([title, description]).not.toContain('');
  const texts = objects.flatMap(([path, { description }]) =>
    typeof description === 'string' ? [[path, description]] : [],
  );
  expect(texts.length).toBeGreaterThan(tools.length);
  expect(texts.filter(([, text = '']) => text.length > 1024)).toEqual([]);
});

test('No schema has what some clients refuse: alternatives, several types, null and references', () => {
  const refused = objects.filter(
    ([, schema]) =>
      ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs'].some((key) => Object.hasOwn(schema, key)) ||
      schema.type === 'null' ||
      (Array.isArray(schema.type) && !Object.hasOwn(schema, 'properties')),
  );
  expect(refused.map(([path]) => path)).toEqual([]);
});

test('The arguments and the results of every tool are objects, and their required members exist', () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, 'object', false]);
    expect([name, outputSchema.type]).toEqual([name, 'object']);
    for (const { properties = {}, required = [] } of [inputSchema, outputSchema] as Record<string, object>[]) {
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(required as unknown[]));
    }
  }
});
