import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Aid, ConnectionError } from '#clients/typescript/src/index.ts';
import { type FakeCall, FakeService } from '#clients/typescript/src/testing.ts';

const BEGIN = '2026-11-21T08:00:00.000Z';

/** A service with an approval that ends after some looks at it, and without news of it. */
function endsAfter(looks: number): FakeService {
  let left = looks;
  return new FakeService({
    'events.list': () => [],
    'events.wait': () => ({ event: null, timed_out: true }),
    'approvals.get': ({ ids }: FakeCall) => {
      left -= 1;
      return { id: ids[0], identity_id: 'agt_7', status: left < 0 ? 'expired' : 'pending' };
    },
  });
}

const clientOf = ({ fetch }: Pick<FakeService, 'fetch'>) =>
  new Aid({ key: 'aid_agt_test', url: 'http://aid.test', fetch });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(BEGIN) });
});

afterEach(() => {
  vi.useRealTimers();
});

test('A wait for a decision finds the end of an approval that has no event yet', async () => {
  const service = endsAfter(2);
  expect((await clientOf(service).approvals.wait('apr_1')).status).toBe('expired');
  expect(service.calls.map(({ method }) => method)).toEqual([
    'events.list',
    'approvals.get',
    'events.wait',
    'approvals.get',
    'events.wait',
    'approvals.get',
  ]);
});

test('A wait for a decision of 0 ms looks once, and returns what is pending', async () => {
  const service = endsAfter(1);
  expect((await clientOf(service).approvals.wait('apr_1', { timeoutMs: 0 })).status).toBe('pending');
  expect(service.calls.map(({ method }) => method)).toEqual(['events.list', 'approvals.get']);
});

test('A wait for a decision looks at the events of its agent alone', async () => {
  const service = endsAfter(1);
  await clientOf(service).identity('agt_7').approvals.wait('apr_1');
  const ofEvents = service.calls.filter(({ method }) => method.startsWith('events.'));
  expect(ofEvents.map(({ query }) => [query.type, query.identity_id])).toEqual([
    ['approval.decided', 'agt_7'],
    ['approval.decided', 'agt_7'],
  ]);
});

test('A wait for a decision ends at its time without a network', async () => {
  const fetch: typeof globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  const failure = clientOf({ fetch })
    .approvals.wait('apr_1', { timeoutMs: 10_000 })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toBeInstanceOf(ConnectionError);
});
