import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  AidError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '#clients/typescript/src/index.ts';
import {
  clientOf,
  cutOff,
  cutOffError,
  failure,
  refused,
  send,
  settled,
  silent,
  success,
} from '../support/failing-service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('What fails for a time is made again, in the same form and under the same idempotency key', async () => {
  const passing = fc.constantFrom(
    refused,
    cutOff,
    cutOffError,
    silent,
    failure(429, { headers: { 'retry-after': '2' } }),
    failure(429, { headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' } }),
    failure(500),
    failure(502),
    failure(503, { retryable: true }),
    failure(400, { retryable: true }),
    failure(403, { retryable: true }),
  );
  const property = fc.asyncProperty(fc.array(passing, { maxLength: 4 }), async (failures) => {
    const { aid, attempts } = clientOf([...failures, success]);
    expect((await settled(send(aid))).value).toEqual({ id: 'msg_1' });
    expect(attempts).toHaveLength(failures.length + 1);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
    expect(attempts[0]?.key).toMatch(/^[\x20-\x7e]{16,255}$/);
    for (const { body } of attempts) expect(body).toBe('{"to":"ada@example.com","text":"Hello"}');
  });
  await fc.assert(property, { numRuns: 100 });
});

test('A call is given up after the last retry, with the error of the last attempt', async () => {
  const { aid, attempts } = clientOf([refused, refused, refused, refused, failure(503)]);
  const { error } = await settled(send(aid));
  expect(error).toBeInstanceOf(ServerError);
  expect(attempts).toHaveLength(5);
  for (const [options, count] of [
    [{ maxRetries: 0 }, 1],
    [{ maxRetries: 2 }, 3],
  ] as const) {
    const once = clientOf([failure(500)]);
    expect((await settled(send(once.aid, options))).error).toBeInstanceOf(ServerError);
    expect(once.attempts).toHaveLength(count);
    const byClient = clientOf([failure(500)], options);
    expect((await settled(byClient.aid.me())).error).toBeInstanceOf(ServerError);
    expect(byClient.attempts).toHaveLength(count);
  }
});

test('401, 404 and 409 are never repeated, and nothing is that another attempt would not change', async () => {
  for (const status of [401, 404, 409]) {
    const { aid, attempts } = clientOf([failure(status, { retryable: true })]);
    expect((await settled(send(aid))).error).toBeInstanceOf(AidError);
    expect(attempts).toHaveLength(1);
  }
  for (const status of [301, 400, 403, 413, 415, 422]) {
    const { aid, attempts } = clientOf([failure(status)]);
    expect((await settled(send(aid))).error).toBeInstanceOf(AidError);
    expect(attempts).toHaveLength(1);
  }
});

test('The pauses double from half a second to eight, with a random part of each', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { aid, attempts } = clientOf([failure(500)], { maxRetries: 7 });
  await settled(send(aid));
  const pauses = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const hasty = clientOf([failure(500)]);
  await settled(send(hasty.aid));
  expect(hasty.attempts.every(({ at }) => at === hasty.attempts[0]?.at)).toBe(true);
});

test('Retry-After is waited for, in seconds or as a date, up to a minute', async () => {
  vi.setSystemTime(Date.parse('2030-01-01T00:00:00Z'));
  const date = new Date(Date.now() + 60_000 + 7_000).toUTCString();
  const { aid, attempts } = clientOf([
    failure(429, { headers: { 'retry-after': '60' } }),
    failure(503, { headers: { 'retry-after': date } }),
    failure(503, { headers: { 'retry-after': '1.5' } }),
    success,
  ]);
  expect((await settled(send(aid))).value).toBeDefined();
  const [first, second, third] = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0)) as [
    number,
    number,
    number,
  ];
  expect(third).toBeGreaterThanOrEqual(1_500);
  expect(first).toBeGreaterThanOrEqual(60_000);
  expect(first).toBeLessThanOrEqual(60_250);
  expect(first + second).toBeGreaterThanOrEqual(67_000);
  expect(first + second).toBeLessThanOrEqual(67_500);
});

test('A call that would have to wait longer than a minute rejects at once and says how long', async () => {
  const { aid, attempts } = clientOf([failure(429, { retryable: true, headers: { 'retry-after': '7200' } })]);
  const { error } = await settled(send(aid));
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ retryAfterMs: 7_200_000, retryable: true });
  expect(attempts).toHaveLength(1);
});

test('Each call that changes something has an idempotency key of its own, unless the caller has given one', async () => {
  const { aid, attempts } = clientOf([success]);
  await settled(send(aid));
  await settled(send(aid));
  await settled(send(aid, { idempotencyKey: 'order-4711' }));
  await settled(aid.me());
  const keys = attempts.map(({ key }) => key);
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys.slice(2)).toEqual(['order-4711', null]);
});

test('An attempt without a complete response ends after timeoutMs, and that of a wait has the time of the wait too', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { aid, attempts } = clientOf([silent], { timeoutMs: 3000, maxRetries: 1 });
  const { error } = await settled(send(aid));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: 'connection.timeout', retryable: true, status: undefined });
  expect((attempts[1]?.at ?? 0) - (attempts[0]?.at ?? 0)).toBe(3000);
  const began = Date.now();
  await settled(aid.events.wait({ type: 'mail.received', timeout_ms: 55_000 }, { maxRetries: 0 }));
  expect(Date.now() - began).toBe(58_000);
  await settled(aid.events.wait({ type: 'mail.received', timeout_ms: 55_000 }, { maxRetries: 0, timeoutMs: 100 }));
  expect(Date.now() - began).toBe(58_100);
});

test('A signal ends a call with its reason: before it, during an attempt, and in the pause before the next one', async () => {
  const reason = new Error('no longer wanted');
  const aborted = clientOf([success]);
  expect((await settled(send(aborted.aid, { signal: AbortSignal.abort(reason) }))).error).toBe(reason);
  expect(aborted.attempts).toHaveLength(0);
  for (const outcome of [silent, failure(429, { headers: { 'retry-after': '50' } })]) {
    const { aid, attempts } = clientOf([outcome]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 1000);
    const began = Date.now();
    expect((await settled(send(aid, { signal: controller.signal }))).error).toBe(reason);
    expect(attempts).toHaveLength(1);
    expect(Date.now() - began).toBe(1000);
  }
});

test('No timer and no listener of a call is left when it has ended', async () => {
  const { aid } = clientOf([failure(500), success]);
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  await settled(send(aid, { signal }));
  expect(vi.getTimerCount()).toBe(0);
  expect(remove.mock.calls.length).toBe(add.mock.calls.length);
});

test('A promise that its reader has left for withResponse does not end the process', async () => {
  const { aid } = clientOf([failure(404)]);
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  expect((await settled(aid.me().withResponse())).error).toBeInstanceOf(NotFoundError);
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
