import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  AidError,
  AuthError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '#clients/typescript/src/index.ts';
import { clientOf, failure, refused, settled } from '../support/failing-service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('Each status has its class of error, with the code, the id and the time of the response', async () => {
  const classes = {
    400: ValidationError,
    401: AuthError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    415: ValidationError,
    429: RateLimitError,
    500: ServerError,
    503: ServerError,
  };
  for (const [status, Class] of Object.entries(classes)) {
    const { aid } = clientOf([failure(Number(status), { headers: { 'retry-after': '3' } })], { maxRetries: 0 });
    const { error } = await settled(aid.me());
    expect(error).toBeInstanceOf(Class);
    expect(error).toBeInstanceOf(AidError);
    const retryable = Number(status) === 429 || Number(status) >= 500;
    expect(error).toMatchObject({
      name: Class.name,
      message: 'It failed.',
      status: Number(status),
      code: `test.${status}`,
      requestId: 'req_1',
      retryable,
      retryAfterMs: 3000,
    });
  }
});

test('A response that no service of ours has written is an error with its status, and never a success', async () => {
  for (const [text, status] of [
    ['<html>Bad gateway</html>', 502],
    ['', 500],
    ['null', 404],
    ['{"message":"Forbidden"}', 403],
  ] as const) {
    const respond = () => new Response(text, { status, headers: { 'x-request-id': 'req_2' } });
    const { aid } = clientOf([respond], { maxRetries: 0 });
    const { error } = await settled(aid.me());
    expect(error).toMatchObject({ status, code: `http.${status}`, requestId: 'req_2' });
  }
  for (const [text, name, code] of [
    ['', 'ServerError', 'response.invalid'],
    ['<html></html>', 'ServerError', 'response.invalid'],
    ['{"org_name":', 'ConnectionError', 'connection.failed'],
  ] as const) {
    const { aid } = clientOf([() => new Response(text)], { maxRetries: 0 });
    expect((await settled(aid.me())).error).toMatchObject({ name, code });
  }
});

test('The error of a connection says where to and why, and not with what key', async () => {
  const { aid } = clientOf([refused], { maxRetries: 0, key: 'aid_agt_secret' });
  const { error } = await settled(aid.me());
  expect((error as Error).message).toBe('No complete response to GET /v1/me from http://aid.test: connection reset.');
  expect(JSON.stringify(error) + (error as Error).stack).not.toContain('secret');
});
