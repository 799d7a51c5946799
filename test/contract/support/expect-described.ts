import { expect } from 'vitest';
import type { Reply } from '#testing/api-client.ts';
import { valuesIn } from '#testing/check-description.ts';
import { describedOperation, exampleOf, type Json, resolved } from '#testing/described-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { differencesOf } from '../../support/same-shape.ts';
import type { Request } from './example.ts';

/** Checks that the examples in the API description have the shape of a real request and its reply. */
export function expectDescribed(name: OperationName, request: Request, reply: Reply<unknown>): void {
  const operation = describedOperation(routeOf(name));
  const { content } = operation.requestBody ?? {};
  if (content !== undefined) {
    expect(content['application/json'].example).toBeDefined();
    expect(differencesOf(content['application/json'].example, request.body)).toEqual([]);
  }
  expect(reply.status, reply.text).toBeLessThan(300);
  const [type = ''] = (reply.headers.get('content-type') ?? '').split(';');
  const described: Json = resolved(operation.responses[reply.status]).content?.[type];
  if (described === undefined) return;
  const [answered] = valuesIn(type, reply.body, reply.text);
  const example = exampleOf(described.schema);
  expect(example).toBeDefined();
  expect(differencesOf(example, answered)).toEqual([]);
}
