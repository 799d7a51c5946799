import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES, type ErrorCode } from '../../shared/domain/errors.ts';
import { Secret } from '../../shared/domain/secret.ts';
import { mapSettledWithLimit } from '../../shared/runtime/map-with-limit.ts';
import { requestOf, resultOf } from '../../shared/runtime/pipeline/api-gateway.ts';
import { rateLimitKeyForIp } from '../../shared/runtime/pipeline/rate-limits.ts';
import { respond, respondError } from '../../shared/runtime/pipeline/respond.ts';

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
  test('it is read with names in lower case, every query value and the caller’s address', () => {
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
    });
  });

  test('a trailing slash names another route, though API Gateway found the same resource', () => {
    expect(requestOf({ ...EVENT, path: '/v1/events/evt_1/' }, undefined).resource).toBe('/v1/events/{id}/');
    const own = { ...EVENT, resource: '/v1/events/{id}/', path: '/v1/events/evt_1/' };
    expect(requestOf(own, undefined).resource).toBe('/v1/events/{id}/');
  });

  test('the configured address wins over the one that was called', () => {
    expect(requestOf(EVENT, 'https://aid.example').baseUrl).toBe('https://aid.example');
  });

  test('a body in base64 is text where it is UTF-8, and bytes where it is not', () => {
    const body = (bytes: Uint8Array) =>
      requestOf({ ...EVENT, body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true }, undefined).body;
    expect(body(Buffer.from('{"a":"ü"}'))).toBe('{"a":"ü"}');
    expect(body(Buffer.from([0xff, 0xfe]))).toBeInstanceOf(Uint8Array);
  });

  test('without query, parameters and headers it is read all the same', () => {
    const bare = { ...EVENT, headers: null, multiValueQueryStringParameters: null, pathParameters: null };
    expect(requestOf(bare as unknown as APIGatewayProxyEvent, undefined)).toMatchObject({
      headers: {},
      query: {},
      params: {},
    });
  });
});

describe('an answer', () => {
  test('nobody may cache it or guess its type', () => {
    const answer = resultOf(respond(200, { a: 1 }, { 'x-request-id': 'r' }));
    expect(answer).toEqual({
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

  test('without a body it has no type', () => {
    const answer = resultOf(respond(204, undefined, {}));
    expect(answer.body).toBe('');
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  test('an error of the catalogue tells itself, with Retry-After where it has one', () => {
    const answer = respondError(new AppError('rate_limit.exceeded', 'At most 7.', { retryAfterSeconds: 7 }), 'r', {});
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.body).toMatchObject({ error: { code: 'rate_limit.exceeded', request_id: 'r', retryable: true } });
  });

  test('an error that asks who it is says how to tell, and no other does', () => {
    const challenge = (code: ErrorCode) => respondError(new AppError(code, code), 'r', {}).headers['www-authenticate'];
    expect(ERROR_CODES.filter((code) => challenge(code) === 'Bearer')).toEqual([
      'auth.unauthorized',
      'auth.invalid_credentials',
    ]);
    expect(challenge('auth.forbidden')).toBeUndefined();
  });

  test.each([new Error('password=hunter2'), 'text', undefined, new TypeError('x is not a function')])(
    'any other error tells nothing of itself (%s)',
    (thrown) => {
      expect(respondError(thrown, 'r', {})).toMatchObject({
        status: 500,
        body: { error: { code: 'internal.error', message: 'Something went wrong on our side.', retryable: true } },
      });
    },
  );
});

describe('whose bucket an address draws on', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', true],
    ['2001:DB8:1:2::1', '2001:0db8:0001:0002::1', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s share one: %s', (a, b, shared) => {
    expect(rateLimitKeyForIp(a) === rateLimitKeyForIp(b)).toBe(shared);
  });
});

test('a secret shows itself only on request', () => {
  const secret = new Secret('whsec_1');
  expect(`${secret} ${JSON.stringify({ secret })} ${String(secret)}`).not.toContain('whsec_1');
  expect(secret.reveal()).toBe('whsec_1');
});

test('work runs so many at a time at most, and every outcome stands in its place', async () => {
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
