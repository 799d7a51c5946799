import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { MCP_PATH } from '#shared/contract/description-links.ts';
import { callMcp } from '#shared/contract/routes/mcp.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { AppError, ERROR_CODES, type ErrorCode } from '#shared/domain/errors/errors.ts';
import { Secret } from '#shared/domain/text/secret.ts';
import { requestOf, resultOf } from '#shared/runtime/pipeline/api-gateway.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';
import { respond, respondError, respondText } from '#shared/runtime/pipeline/respond.ts';

const REQUEST = { requestId: 'r', baseUrl: 'https://api.example.com' };

const EVENT = {
  httpMethod: 'GET',
  resource: '/v1/events/{id}',
  path: '/v1/events/evt_1',
  headers: { Authorization: 'Bearer x', 'X-Forwarded-For': '8.8.8.8' },
  multiValueQueryStringParameters: { limit: ['1', '2'] },
  pathParameters: { id: 'evt_1' },
  body: null,
  isBase64Encoded: false,
  requestContext: {
    requestId: 'request-1',
    domainName: 'api.example.com',
    path: '/prod/v1/events/evt_1',
    identity: { sourceIp: '192.0.2.1' },
  },
} as unknown as APIGatewayProxyEvent;

describe('a request of API Gateway', () => {
  test('A request of API Gateway is read with lower-case names, all query values and the caller’s address', () => {
    expect(requestOf(EVENT, undefined)).toEqual({
      requestId: 'request-1',
      method: 'GET',
      resource: '/v1/events/{id}',
      path: '/v1/events/evt_1',
      headers: { authorization: 'Bearer x', 'x-forwarded-for': '8.8.8.8' },
      query: { limit: ['1', '2'] },
      params: { id: 'evt_1' },
      body: null,
      address: '192.0.2.1',
      baseUrl: 'https://api.example.com/prod',
      ownUrls: ['https://api.example.com'],
    });
  });

  test('A path with a trailing slash is another route, although API Gateway finds the same resource', () => {
    expect(requestOf({ ...EVENT, path: '/v1/events/evt_1/' }, undefined).resource).toBe('/v1/events/{id}/');
    const own = { ...EVENT, resource: '/v1/events/{id}/', path: '/v1/events/evt_1/' };
    expect(requestOf(own, undefined).resource).toBe('/v1/events/{id}/');
  });

  test('The configured base URL has precedence over the one that was called', () => {
    expect(requestOf(EVENT, 'https://aid.example').baseUrl).toBe('https://aid.example');
  });

  test.each([
    ['/prod', 'https://api.example.com/prod'],
    ['/prod/', 'https://api.example.com/prod'],
    ['/', 'https://api.example.com'],
    ['', 'https://api.example.com'],
  ])('The base URL of a request for the root, which arrives as "%s", is %s', (path, baseUrl) => {
    const root = { ...EVENT, resource: '/', path: '/', requestContext: { ...EVENT.requestContext, path } };
    expect(requestOf(root, undefined)).toMatchObject({ resource: '/', baseUrl });
  });

  test('A base64 body is text if it is UTF-8, and bytes if not', () => {
    const body = (bytes: Uint8Array) =>
      requestOf({ ...EVENT, body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true }, undefined).body;
    expect(body(Buffer.from('{"a":"ü"}'))).toBe('{"a":"ü"}');
    expect(body(Buffer.from([0xff, 0xfe]))).toBeInstanceOf(Uint8Array);
  });

  test('A request without query, parameters and headers is read', () => {
    const bare = { ...EVENT, headers: null, multiValueQueryStringParameters: null, pathParameters: null };
    expect(requestOf(bare as unknown as APIGatewayProxyEvent, undefined)).toMatchObject({
      headers: {},
      query: {},
      params: {},
    });
  });
});

describe('responses', () => {
  test('Responses must not be cached, and their type must not be guessed', () => {
    const response = resultOf(respond(200, { a: 1 }, { 'x-request-id': 'r' }));
    expect(response).toEqual({
      statusCode: 200,
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json',
        'x-request-id': 'r',
      },
      body: '{"a":1}',
    });
  });

  test('A response without a body has no content type', () => {
    const response = resultOf(respond(204, undefined, {}));
    expect(response.body).toBe('');
    expect(response.headers).not.toHaveProperty('content-type');
  });

  test('An error of the table has its code, message and Retry-After in the response', () => {
    const response = respondError(
      new AppError('rate_limit.exceeded', 'At most 7.', { retryAfterSeconds: 7 }),
      REQUEST,
      {},
    );
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toBe('7');
    expect(response.body).toMatchObject({ error: { code: 'rate_limit.exceeded', request_id: 'r', retryable: true } });
  });

  test('A 401 has the header WWW-Authenticate, and no other error has it', () => {
    const challenge = (code: ErrorCode) =>
      respondError(new AppError(code, code), REQUEST, {}).headers['www-authenticate'];
    expect(ERROR_CODES.filter((code) => challenge(code) === 'Bearer')).toEqual([
      'auth.unauthorized',
      'auth.invalid_credentials',
      'auth.second_factor_required',
      'auth.token_refused',
    ]);
    expect(challenge('auth.forbidden')).toBeUndefined();
  });

  test('A 401 and an unknown route lead to the descriptions and the MCP server, and no other error does', () => {
    const links = (code: ErrorCode) => respondError(new AppError(code, code), REQUEST, {}).headers.link;
    expect(ERROR_CODES.filter((code) => links(code) !== undefined)).toEqual([
      'auth.unauthorized',
      'auth.invalid_credentials',
      'auth.second_factor_required',
      'auth.token_refused',
      'route.not_found',
    ]);
    expect(links('auth.unauthorized')).toBe(
      [
        '<https://api.example.com/v1/openapi.json>; rel="service-desc"',
        '<https://api.example.com/llms.txt>; rel="service-doc"',
        '<https://api.example.com/v1/openapi.json?format=index>; rel="index"',
        '<https://api.example.com/v1/mcp>; rel="service"; title="mcp"',
      ].join(', '),
    );
    expect(MCP_PATH).toBe(callMcp.path);
  });

  test('A response with a text has its type, and the headers of every response', () => {
    expect(resultOf(respondText(200, { type: 'text/plain', text: 'Hello' }, { 'x-request-id': 'r' }))).toEqual({
      statusCode: 200,
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'text/plain; charset=utf-8',
        'x-request-id': 'r',
      },
      body: 'Hello',
    });
  });

  test.each([new Error('password=hunter2'), 'text', undefined, new TypeError('x is not a function')])(
    'The response to any other error does not reveal it (%s)',
    (thrown) => {
      expect(respondError(thrown, REQUEST, {})).toMatchObject({
        status: 500,
        body: { error: { code: 'internal.error', message: 'Something went wrong on our side.', retryable: true } },
      });
    },
  );
});

describe('the rate-limit key of an IP address', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', true],
    ['2001:DB8:1:2::1', '2001:0db8:0001:0002::1', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s share a rate limit: %s', (a, b, shared) => {
    expect(rateLimitKeyForIp(a) === rateLimitKeyForIp(b)).toBe(shared);
  });
});

test('A secret is only shown by reveal()', () => {
  const secret = new Secret('whsec_1');
  expect(`${secret} ${JSON.stringify({ secret })} ${String(secret)}`).not.toContain('whsec_1');
  expect(secret.reveal()).toBe('whsec_1');
});

test('Work runs with limited concurrency, and the outcomes are in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const outcomes = await mapSettledWithLimit(
    Array.from({ length: 50 }, (_, index) => index),
    7,
    async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (item === 13) throw new Error('thirteen');
      return item * 2;
    },
  );
  expect(most).toBe(7);
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual(
    Array.from({ length: 50 }, (_, index) => (index === 13 ? 'thirteen' : index * 2)),
  );
});
