import { expect } from 'vitest';
import type { z } from 'zod';
import { descriptionLinks } from '#shared/contract/description-links.ts';
import type { Route } from '#shared/contract/route.ts';
import { errorsOf } from '#shared/contract/route-errors.ts';
import { protocolErrorSchema } from '#shared/contract/schemas/a2a-protocol-replies.ts';
import { errorBodySchema } from '#shared/contract/schemas/error.ts';
import { rpcReplySchema } from '#shared/contract/schemas/json-rpc.ts';
import { mcpReplySchema } from '#shared/contract/schemas/mcp.ts';
import { ERRORS, type ErrorBody } from '#shared/domain/errors/errors.ts';
import { CELL } from '#shared/domain/ids/cell.ts';
import type { Reply } from './api-client.ts';
import { cellsNamedIn } from './cell-of-request.ts';
import { checkDescribed, dataOf } from './check-description.ts';

/** The error of a reply, checked against the catalogue. See: docs/contract/errors.md#error-body. */
export function checkError(reply: Reply<unknown>): ErrorBody['error'] {
  const { error } = errorBodySchema.parse(reply.body);
  expect(Object.keys(error)).toEqual(['code', 'message', 'request_id', 'retryable']);
  expect(reply.status, `${error.code}: ${error.message}`).toBe(ERRORS[error.code].status);
  expect(error.retryable).toBe(ERRORS[error.code].retryable);
  expect(error.message).not.toBe('');
  expect(reply.headers.get('x-request-id')).toBe(error.request_id);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  const isLost = reply.status === 401 || error.code === 'route.not_found';
  if (isLost) checkLinks(reply);
  else expect(reply.headers.get('link')).toBeNull();
  const retryAfter = reply.headers.get('retry-after');
  const isLater = reply.status === 429 || (error.code === 'a2a.task_claimed' && retryAfter !== null);
  if (isLater) expect(retryAfter).toMatch(/^[1-9]\d*$/);
  // The timeout errors of API Gateway itself name a delay as well.
  else if (reply.status !== 503) expect(retryAfter).toBeNull();
  return error;
}

function checkLinks({ headers }: Reply<unknown>): void {
  const [, address] = /^<(http[^>]+)\/v1\/openapi\.json>/.exec(headers.get('link') ?? '') ?? [];
  expect(headers.get('link')).toBe(descriptionLinks(address ?? 'the address of the service'));
}

/**
 * Checks any reply of an operation against its route: status, exact body, the errors that it may return, and the
 * headers that every reply carries. Returns the error, if it is in the format of the service.
 */
export function checkReply(route: Route, reply: Reply<unknown>): ErrorBody['error'] | undefined {
  expect(reply.headers.get('x-request-id')).toBeTruthy();
  checkCaching(route, reply);
  checkBudgetHeaders(route, reply);
  checkDescribed(route, reply);
  const replayed = reply.headers.get('idempotency-replayed');
  if (replayed !== null) {
    expect(replayed).toBe('true');
    expect(route.idempotent).toBe(true);
  }
  if (reply.status < 300) {
    for (const [schema, value] of said(route, reply)) schema.parse(value);
    for (const { text, cell } of cellsNamedIn(reply.text)) expect(cell, `the cell that ${text} names`).toBe(CELL);
    return undefined;
  }
  if (isProtocolError(route, reply)) return undefined;
  const error = checkError(reply);
  expect(errorsOf(route), `${route.name} does not say that it may answer this`).toContain(error.code);
  return error;
}

/**
 * Whether an error has the format of a protocol, which the description distinguishes from the format of the service.
 */
function isProtocolError({ protocol }: Route, { body }: Reply<unknown>): boolean {
  if (protocol === 'http+json') return protocolErrorSchema.safeParse(body).success;
  if (protocol === 'mcp') return mcpReplySchema.safeParse(body).success;
  return protocol === 'json-rpc' && rpcReplySchema.safeParse(body).success;
}

/**
 * The body of a success, with the strict schema that knows every field. The public description leaves room for new
 * fields.
 */
function said(route: Route, reply: Reply<unknown>): [z.ZodType, unknown][] {
  const { events, otherReply } = route;
  if (events !== undefined && reply.headers.get('content-type') === 'text/event-stream') {
    return dataOf(reply.text).map((data) => [events, data]);
  }
  const schema = reply.status === otherReply?.status ? otherReply.reply : route.reply;
  return schema === undefined || reply.status === 204 ? [] : [[schema, reply.body]];
}

/** No cache may keep a reply, unless its route allows it. See: RFC 9111; A2A v1.0, section 8.6. */
function checkCaching(route: Route, reply: Reply<unknown>): void {
  const kept = route.cacheSeconds !== undefined && reply.status < 400;
  const control = kept ? `public, max-age=${route.cacheSeconds}` : 'no-store';
  expect(reply.headers.get('cache-control')).toBe(control);
  expect(reply.headers.has('etag')).toBe(kept);
}

/** The errors of API Gateway itself carry no rate limit headers. See: docs/contract/conventions.md#response-headers */
function checkBudgetHeaders(route: Route, reply: Reply<unknown>): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    reply.headers.get(`ratelimit-${name}`),
  );
  const byGateway = reply.headers.has('x-amzn-errortype');
  const counted = route.budget === 'address' || (route.budget === 'organization' && reply.status !== 401);
  if (!counted || byGateway) return;
  expect(Number(limit)).toBeGreaterThan(0);
  expect(remaining).toMatch(/^\d+$/);
  expect(Number(remaining)).toBeLessThan(Number(limit));
  expect(Number(reset)).toBeGreaterThanOrEqual(1);
  expect(Number(reset)).toBeLessThanOrEqual(60);
}
