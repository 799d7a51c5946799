import { expect, test } from 'vitest';
import { DOCUMENT, type Json, resolve, resolved } from '#testing/described-api.ts';
import { ALL_SCHEMAS, OPERATIONS, objects, WEBHOOKS } from '../support/description-schemas.ts';

/** Whether a schema has a description, refers to one that does, or has one possible value, which needs none. */
function isDescribed(schema: Json): boolean {
  if (typeof schema.description === 'string' && schema.description !== '') return true;
  if (schema.const !== undefined) return true;
  if (schema.$ref !== undefined) return isDescribed(resolve(schema.$ref));
  if (schema.items !== undefined) return isDescribed(schema.items);
  const parts = (schema.anyOf ?? schema.allOf ?? []).filter((part: Json) => part.type !== 'null');
  return parts.length > 0 && parts.every(isDescribed);
}

test('Every tag, component, property, parameter and header is described by a sentence', () => {
  const missing: string[] = [];
  for (const tag of DOCUMENT.tags) if (!isDescribed(tag)) missing.push(tag.name);
  for (const section of ['schemas', 'parameters', 'headers', 'responses', 'securitySchemes']) {
    for (const [name, component] of Object.entries<Json>(DOCUMENT.components[section])) {
      if (!isDescribed(component)) missing.push(`${section} ${name}`);
    }
  }
  for (const [pointer, schema] of ALL_SCHEMAS) {
    for (const [name, property] of Object.entries<Json>(schema.properties ?? {})) {
      if (!isDescribed(property)) missing.push(`${pointer}.${name}`);
    }
  }
  expect(missing).toEqual([]);
});

test('Every operation, its body and its responses are described', () => {
  for (const operation of [...OPERATIONS.map(({ operation }) => operation), ...WEBHOOKS]) {
    expect(operation.summary, operation.operationId).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description, operation.operationId).toMatch(/^[A-Z].*\.$/s);
    for (const { schema } of Object.values<Json>(operation.requestBody?.content ?? {})) {
      expect(isDescribed(schema), operation.operationId).toBe(true);
    }
    for (const response of Object.values<Json>(operation.responses)) {
      expect(resolved(response).description, operation.operationId).toMatch(/^[A-Z].*\.$/s);
      for (const { schema } of Object.values<Json>(resolved(response).content ?? {})) {
        expect(isDescribed(schema), operation.operationId).toBe(true);
      }
    }
    for (const parameter of operation.parameters ?? []) expect(isDescribed(resolved(parameter))).toBe(true);
  }
});

test('Every text of the description is a sentence', () => {
  for (const [pointer, { description }] of [...objects(DOCUMENT)]) {
    if (typeof description === 'string') expect(description, pointer).toMatch(/^[A-Z`0-9].*\.$/s);
  }
});
