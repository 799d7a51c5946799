import { expect, test } from 'vitest';
import { DOCUMENT, exampleOf, type Json, problemsOf, resolved } from '#testing/described-api.ts';
import { ALL_SCHEMAS, OPERATIONS, WEBHOOKS } from '../support/description-schemas.ts';

test('Every example of a schema is valid', () => {
  for (const [pointer, schema] of ALL_SCHEMAS) {
    for (const example of schema.examples ?? []) expect(problemsOf(schema, example), pointer).toEqual([]);
  }
});

test.each(OPERATIONS)(
  '$route.name has an example of its request and of every successful response in JSON',
  ({ operation }) => {
    const { content } = operation.requestBody ?? {};
    if (content !== undefined) {
      const { schema, example } = content['application/json'];
      expect(example).toBeDefined();
      expect(problemsOf(schema, example)).toEqual([]);
    }
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      if (!(Number(status) < 300)) continue;
      for (const { schema } of Object.values<Json>(resolved(response).content ?? {})) {
        const example = exampleOf(schema);
        expect(example).toBeDefined();
        expect(problemsOf(schema, example)).toEqual([]);
      }
    }
  },
);

test('The webhook deliveries have an example', () => {
  for (const { requestBody } of WEBHOOKS) {
    for (const { schema } of Object.values<Json>(requestBody.content)) {
      expect(problemsOf(schema, exampleOf(schema))).toEqual([]);
    }
  }
});

test('The examples of path parameters are ids', () => {
  for (const parameter of Object.values<Json>(DOCUMENT.components.parameters)) {
    if (parameter.in === 'path') expect(parameter.example).toMatch(/^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/);
  }
});
