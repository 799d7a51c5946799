import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handled } from '#clients/typescript/src/hooks.ts';
import type { CallResult, Hooks } from '#clients/typescript/src/index.ts';
import { clientOf, failure, refused, send, settled, success } from '../support/failing-service.ts';

let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers();
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const throwing = () => {
  throw new Error('no disk');
};

/** Hooks for a call that do not do what they are to do, and whether that is logged. */
const BROKEN: Readonly<Record<string, readonly [Hooks['call'], boolean]>> = {
  'throws at its beginning': [throwing, true],
  'rejects, as an asynchronous function': [(async () => throwing()) as unknown as Hooks['call'], true],
  'runs nothing': [() => ({ within: () => {} }), false],
  'throws before it runs anything': [() => ({ within: throwing }), true],
  'throws after it has run the call': [
    () => ({
      within: (run) => {
        void run();
        throwing();
      },
    }),
    true,
  ],
  'rejects after the call': [() => ({ within: (run) => run().then(throwing) }), true],
  'runs the call twice': [
    () => ({
      within: (run) => {
        void run();
        return run();
      },
    }),
    false,
  ],
  'throws at its end': [() => ({ end: throwing }), true],
  'throws before, after and between attempts': [
    () => ({ request: throwing, response: throwing, retry: throwing }),
    true,
  ],
  'has a header that cannot be sent': [() => ({ headers: { 'x-trace': 'a\nb' } }), true],
  'has headers of the SDK': [() => ({ headers: { Authorization: 'Bearer other', 'Idempotency-Key': 'other' } }), false],
};

test.each(Object.entries(BROKEN))(
  'A call has its outcome, once, where the hook of the call %s',
  async (_title, [call, isLogged]) => {
    const { aid, attempts } = clientOf([refused, success], { hooks: { call } });
    expect((await settled(send(aid))).value).toEqual({ id: 'msg_1' });
    expect(attempts).toHaveLength(2);
    expect(attempts.map(({ key }) => key)).not.toContain('other');
    const refusing = clientOf([failure(404)], { hooks: { call } });
    expect((await settled(send(refusing.aid))).error).toMatchObject({ code: 'test.404' });
    expect(refusing.attempts).toHaveLength(1);
    expect(logged.mock.calls.length > 0).toBe(isLogged);
  },
);

test('The end of a call has its attempts and the status and error of the last one', async () => {
  const ends: CallResult[] = [];
  const hooks: Hooks = { call: () => ({ end: (result) => ends.push(result) }) };
  const { aid } = clientOf([failure(503), refused], { hooks, maxRetries: 1 });
  const { error } = await settled(send(aid));
  expect(ends).toEqual([{ attempts: 2, status: undefined, error }]);
  const ending = new AbortController();
  ending.abort(new Error('no longer wanted'));
  await settled(send(aid, { signal: ending.signal }));
  expect(ends[1]).toMatchObject({ attempts: 0, error: ending.signal.reason });
});

test('The hooks of a call learn of its attempts alone, and those of the client of all', async () => {
  const all: unknown[] = [];
  const own: unknown[] = [];
  const hooks: Hooks = {
    request: ({ path, attempt }) => all.push([path, attempt]),
    call: ({ route }) =>
      route === '/v1/me' ? { request: ({ path, attempt }) => own.push([path, attempt]) } : undefined,
  };
  const { aid } = clientOf([success, refused, success], { hooks });
  await settled(send(aid));
  await settled(aid.me());
  expect(own).toEqual([
    ['/v1/me', 1],
    ['/v1/me', 2],
  ]);
  expect(all).toHaveLength(3);
});

test('Hooks get the route of a method, the origin of the service, and no route where the program names the path', async () => {
  const calls: unknown[] = [];
  const hooks: Hooks = {
    call: (call) => {
      calls.push(call);
      return undefined;
    },
  };
  const { aid } = clientOf([success], { hooks, url: 'https://aid.test:8443/base/' });
  await settled(aid.identity('agt_1').mail.messages.get('msg_1'));
  await settled(aid.request('get', '/v1/identities/agt_1?secret=1'));
  const origin = 'https://aid.test:8443';
  expect(calls).toEqual([
    { method: 'GET', route: '/v1/identities/{id}/mail/messages/{id}', origin },
    { method: 'GET', route: undefined, origin },
  ]);
});

test('A handler has its outcome, whatever the hook of handlers does', async () => {
  const record = { loop: 'tasks.work', id: 'tsk_1', name: undefined } as const;
  const ends: unknown[] = [];
  for (const handle of [throwing, () => ({ within: throwing, end: throwing }), () => undefined]) {
    expect(await handled({ handle }, record, () => 'done')).toBe('done');
    await expect((async () => handled({ handle }, record, throwing))()).rejects.toThrow('no disk');
  }
  const noting: Hooks = { handle: () => ({ end: (result) => ends.push(result) }) };
  expect(
    await handled(
      noting,
      record,
      async () => 'done',
      () => 204,
    ),
  ).toBe('done');
  expect(ends).toEqual([{ status: 204, error: undefined }]);
});
