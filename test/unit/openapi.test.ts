import { expect, test } from 'vitest';
import { ROUTES } from '#shared/contract/table.ts';
import { DOCUMENT, type Json, resolve } from '#testing/described-api.ts';
import { OPERATIONS, objects, SCHEMAS, WEBHOOKS } from '../support/description-schemas.ts';

const MAX_BYTES = 450_000;

test('The description is an OpenAPI 3.1 document with the required fields', () => {
  expect(DOCUMENT.openapi).toMatch(/^3\.1\.\d+$/);
  expect(DOCUMENT.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
});

test('The description has at most 450 KB', () => {
  expect(Buffer.byteLength(JSON.stringify(DOCUMENT))).toBeLessThanOrEqual(MAX_BYTES);
});

test('The description has all routes and no others', () => {
  const described = Object.entries<object>(DOCUMENT.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((name) => name !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ROUTES.map((route) => `${route.method} ${route.path}`).sort());
});

test('Every reference of the description can be resolved', () => {
  for (const [pointer, object] of objects(DOCUMENT)) {
    if (typeof object.$ref === 'string') expect(resolve(object.$ref), `${pointer}: ${object.$ref}`).toBeDefined();
  }
  for (const [name, { discriminator }] of Object.entries(SCHEMAS)) {
    for (const ref of Object.values<string>(discriminator?.mapping ?? {})) expect(resolve(ref), name).toBeDefined();
  }
});

test('Every component of the description is used', () => {
  const used = new Set([...objects(DOCUMENT)].map(([, object]) => object.$ref));
  for (const [section, components] of Object.entries<Json>(DOCUMENT.components)) {
    if (section === 'securitySchemes') continue;
    for (const name of Object.keys(components)) expect(used.has(`#/components/${section}/${name}`), name).toBe(true);
  }
});

test('No two components have the same name, because generators for Go use one name space', () => {
  const { schemas, parameters, responses } = DOCUMENT.components as Record<string, object>;
  const names = [schemas, parameters, responses].flatMap((group) => Object.keys(group ?? {}));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('The description contains no keywords of its generator', () => {
  const text = JSON.stringify(DOCUMENT);
  for (const trace of ['x-names', 'x-extends', 'unlisted', '"fields"', '9007199254740991', '"override"', '"$defs"']) {
    expect(text).not.toContain(trace);
  }
});

test('Operation ids, tags and names in client libraries are declared and unique', () => {
  const tags = DOCUMENT.tags.map(({ name }: { name: string }) => name);
  expect(new Set(tags).size).toBe(tags.length);
  const operations = [...OPERATIONS.map(({ operation }) => operation), ...WEBHOOKS];
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const operation of operations) expect(tags).toContain(operation.tags[0]);
  const markers = OPERATIONS.flatMap(({ operation }) => operation['x-aid-sdk'] ?? []);
  const names = markers.map(({ resource, method }: Json) => `${resource}.${method}`);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(?:[a-z]\w*)?(?:\.[a-z]\w*)*$/);
  const resources = new Set(markers.map(({ resource }: Json) => resource));
  for (const name of names) expect(resources.has(name), `${name} is a method and a resource`).toBe(false);
});
