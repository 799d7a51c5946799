import { expect } from 'vitest';
import type { Route } from '#shared/contract/route.ts';
import type { Reply } from './api-client.ts';
import {
  DOCUMENT,
  describedOperation,
  isDescribedIdempotent,
  type Json,
  problemsOf,
  resolved,
} from './described-api.ts';

/**
 * Headers of HTTP itself, of API Gateway or its engine, and those that the introduction of the description covers for
 * every reply.
 */
const UNDESCRIBED: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['content-encoding', 'vary'],
  ...['x-amzn-requestid', 'x-amzn-errortype', 'x-amz-request-id', 'x-accel-buffering'],
  ...['x-content-type-options', 'cache-control'],
  // For the browser, in a stage with a console.
  ...['access-control-allow-origin', 'access-control-expose-headers'],
]);

/** The header that API Gateway renames. The description has the name that the service gives it. */
const RENAMED = 'x-amzn-remapped-www-authenticate';

/** Checks a reply against the description: its status, headers, media type and body. */
export function checkDescribed(route: Route, reply: Reply<unknown>): void {
  const operation = describedOperation(route);
  const response = responseTo(operation, reply.status);
  expect(response, `${route.name} is not described to answer ${reply.status}`).toBeDefined();
  checkHeaders(operation, response, reply);
  checkBody(route, response, reply);
}

function responseTo(operation: Json, status: number): Json {
  const { [String(status)]: exact, default: other } = operation.responses;
  return resolved(exact ?? (status >= 400 ? other : undefined));
}

function checkHeaders(operation: Json, response: Json, { status, headers: received }: Reply<unknown>): void {
  const headers = new Headers(
    [...received].map(([name, value]) => [name === RENAMED ? 'www-authenticate' : name, value]),
  );
  const { every, metered, idempotent } = DOCUMENT['x-aid-headers'];
  const budget = operation['x-aid-budget'] ?? 'organization';
  const described = {
    ...every,
    ...(budget === 'address' || (budget === 'organization' && status !== 401) ? metered : {}),
    ...(isDescribedIdempotent(operation) ? idempotent : {}),
    ...response.headers,
  };
  const seen = [...headers.keys()].filter((name) => !UNDESCRIBED.has(name));
  expect(Object.keys(described), operation.operationId).toEqual(expect.arrayContaining(seen));
  for (const [name, given] of Object.entries(described)) {
    const { required, schema } = resolved(given);
    const value = headers.get(name);
    if (value === null) expect(required, `${operation.operationId}: no ${name}`).not.toBe(true);
    else expect(problemsOf(schema, schema.type === 'integer' ? Number(value) : value), name).toEqual([]);
  }
}

function checkBody(route: Route, response: Json, { headers, body, text }: Reply<unknown>): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (response.content === undefined) {
    expect(text, `${route.name} is described without a body`).toBe('');
    return;
  }
  expect(Object.keys(response.content), route.name).toContain(type);
  const { schema } = response.content[type];
  for (const value of valuesIn(type, body, text)) {
    expect(problemsOf(schema, value), `${route.name}: ${JSON.stringify(value)?.slice(0, 300)}`).toEqual([]);
  }
}

/** The values that a body of a media type has: one for each server-sent event, or the whole. */
export function valuesIn(type: string, body: unknown, text: string): unknown[] {
  if (type === 'text/event-stream') return dataOf(text);
  return [type.startsWith('text/') ? text : body];
}

/** The data of server-sent events, each a JSON value. The last one may be an error, marked by its event name. */
export function dataOf(text: string): unknown[] {
  const events = text.split('\n\n').filter((event) => event.startsWith('data: '));
  return events.map((event) => JSON.parse(event.slice('data: '.length)));
}

/** Checks a successful request against the description: its parameters and body must be described, and valid. */
export function checkDescribedRequest(route: Route, request: { query: URLSearchParams; body: unknown }): void {
  const operation = describedOperation(route);
  const parameters: Json[] = (operation.parameters ?? []).map(resolved);
  for (const [name, value] of request.query) {
    const parameter = parameters.find((one) => one.in === 'query' && one.name === name);
    // The version of the protocol may also be a query parameter, as the description of its header says.
    if (parameter === undefined && name === 'A2A-Version' && route.protocol !== undefined) continue;
    expect(parameter, `${route.name} is not described to take ${name}`).toBeDefined();
    expect(problemsOf(parameter.schema, typed(parameter.schema, value)), `${route.name}: ${name}`).toEqual([]);
  }
  const { content } = operation.requestBody ?? {};
  if (request.body === undefined || content === undefined) return;
  expect(problemsOf(content['application/json'].schema, request.body), route.name).toEqual([]);
}

/** Converts the text of a parameter to the type that the description gives it. */
function typed(schema: Json, text: string): unknown {
  const { type } = resolved(schema);
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
