import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { describedOperation, exampleOf, type Json, resolved } from '#testing/described-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from '../contract/support/example.ts';
import { EXAMPLES } from '../contract/support/example-requests.ts';

/**
 * A request of the form that the description shows, for resources that do not exist. It is refused for its sender or
 * its form as one for a resource that exists would be, because those checks come first.
 */
export function describedRequest(name: OperationName): Request {
  const { kinds = {} } = EXAMPLES[name];
  const params = Object.fromEntries(
    Object.entries(kinds).map(([param, kind]) => [param, makeId(kind, Date.now(), randomPart())]),
  );
  const { parameters, requestBody }: Json = describedOperation(routeOf(name));
  const required = parameters.map(resolved).filter((parameter: Json) => parameter.in === 'query' && parameter.required);
  const query = Object.fromEntries(
    required.map((parameter: Json) => [parameter.name, parameter.example ?? exampleOf(parameter.schema)]),
  );
  const body: Json = requestBody?.content['application/json']?.example;
  return { params, query, ...(body === undefined ? {} : { body }) };
}
