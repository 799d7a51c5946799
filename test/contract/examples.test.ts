import { beforeAll, describe, expect, test } from 'vitest';
import { valuesIn } from '#testing/check-description.ts';
import { describedOperation, exampleOf, type Json, resolved } from '#testing/described-api.ts';
import { routeOf } from '#testing/operations.ts';
import { differencesOf } from '../support/same-shape.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture } from './fixture.ts';

describe('an example in the API description', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await makeFixture();
  });

  test.each(OPERATION_NAMES)(
    'The examples of %s in the API description match a real request and its reply',
    async (name) => {
      const operation = describedOperation(routeOf(name));
      const request = await EXAMPLES[name].request(fixture);
      const { content } = operation.requestBody ?? {};
      if (content !== undefined) {
        expect(content['application/json'].example).toBeDefined();
        expect(differencesOf(content['application/json'].example, request.body)).toEqual([]);
      }
      const reply = await fixture.organization.api.call(name, request);
      expect(reply.status, reply.text).toBeLessThan(300);
      const [type = ''] = (reply.headers.get('content-type') ?? '').split(';');
      const described: Json = resolved(operation.responses[reply.status]).content?.[type];
      if (described === undefined) return;
      const [answered] = valuesIn(type, reply.body, reply.text);
      const example = exampleOf(described.schema);
      expect(example).toBeDefined();
      expect(differencesOf(example, answered)).toEqual([]);
    },
  );
});
