import { expect, test, vi } from 'vitest';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { events, fakeService, json, type Respond, refuse, result } from '#test/support/fake-mcp-service.ts';
import { reservePort } from '#testing/reserved-port.ts';

const CALL = { name: 'redeem_lease', arguments: {} };
const SEND = { name: 'send_email', arguments: { to: ['ada@example.com'], subject: 'x', text: 'x' } };

/** Fails so often, then responds. */
function after(failures: number, fail: Respond): Respond {
  let count = 0;
  return (arrived, response) => {
    count += 1;
    if (count > failures) result(response, arrived, { attempts: count });
    else fail(arrived, response);
  };
}

const FAILURES: readonly [string, Respond][] = [
  ['status 500', refuse(500)],
  ['status 503 with Retry-After', refuse(503, { 'retry-after': '0' })],
  ['a connection that is reset', (_arrived, response) => response.destroy()],
  [
    'JSON that is cut off',
    (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"jsonrpc":');
      setImmediate(() => response.destroy());
    },
  ],
  ['JSON of nothing', (_arrived, response) => response.writeHead(200, { 'content-type': 'application/json' }).end()],
  ['JSON that is no message', (_arrived, response) => json(response, { ok: true })],
  ['a page', (_arrived, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>')],
  ['status 204', (_arrived, response) => response.writeHead(204).end()],
  ['the response to another request', (_arrived, response) => json(response, { jsonrpc: '2.0', id: 'x', result: {} })],
  [
    'a stream that ends early',
    (_arrived, response) => {
      events(response)({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
      response.end();
    },
  ],
  [
    'a stream that breaks',
    (_arrived, response) => {
      events(response)({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
      setImmediate(() => response.destroy());
    },
  ],
  [
    'a stream of something else',
    (_arrived, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: hello\n\n'),
  ],
  [
    'silence',
    (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).flushHeaders();
    },
  ],
];

const SILENCE_MS = 90_000;

/** Gives a test what ends the timers of one duration in milliseconds. */
function replaceTimers(replaced: number, set: (end: () => void) => void): void {
  const { setTimeout: timer } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, ms?: number) => {
    if (ms === replaced) set(end);
    return timer(end, ms);
  }) as typeof setTimeout);
}

/** Ends the silence after the header of a response without its body. */
function skipSilence(): void {
  let end = () => {};
  replaceTimers(SILENCE_MS, (one) => {
    end = one;
  });
  const request = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const response = await request(...call);
    if (response.headers.has('content-length')) setImmediate(() => end());
    return response;
  });
}

test.each(FAILURES)('After %s a request that may be repeated is made again', async (name, fail) => {
  if (name === 'silence') skipSilence();
  const service = await fakeService(after(2, fail));
  const client = bridgeClient(service.url, { times: { silenceMs: SILENCE_MS } });
  expect((await client.request('ping')).result).toEqual({ attempts: 3 });
  expect((await client.request('tools/call', SEND)).result).toEqual({ attempts: 4 });
});

test.each(FAILURES)(
  'After %s a call that may be done by now is not made again, and the error says so',
  async (name, fail) => {
    if (name === 'silence') skipSilence();
    const service = await fakeService(after(1, fail));
    const client = bridgeClient(service.url, { times: { silenceMs: SILENCE_MS } });
    const { error } = await client.request('tools/call', CALL);
    expect(error).toMatchObject({
      code: -32_000,
      message: expect.stringMatching(/The call may have taken effect; check before you repeat it\.$/),
    });
    expect(service.arrived).toHaveLength(1);
  },
);

test('A request comes again after the time that the service wants, and not before', async () => {
  // Without the random part that spreads out the callers.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const pauses: (() => void)[] = [];
  replaceTimers(1_001, (end) => pauses.push(end));
  const service = await fakeService(after(1, refuse(429, { 'retry-after': '1' })));
  const response = bridgeClient(service.url).request('ping');
  await expect.poll(() => pauses.length).toBe(1);
  expect(service.arrived).toHaveLength(1);
  pauses[0]?.();
  expect((await response).result).toEqual({ attempts: 2 });
});

test('A service that fails for good is asked five times', async () => {
  const service = await fakeService(refuse(503));
  const client = bridgeClient(service.url);
  expect((await client.request('ping')).error).toEqual({
    code: -32_000,
    message: 'The service failed: Said so.',
    data: { status: 503, code: 'some.code', request_id: 'req_1' },
  });
  expect(service.arrived).toHaveLength(5);
});

test.each([
  [
    301,
    { location: 'https://elsewhere.example' },
    /redirects to https:\/\/elsewhere\.example, to which the key is not sent/,
  ],
  [400, {}, /refused the request: Said so\./],
  [401, {}, /refused the key: Said so\. Run aid login, or set --key or AID_KEY\./],
  [403, {}, /refused the request: Said so\./],
  [404, {}, /http.* does not serve this protocol.*Check --url or AID_URL\./],
  [429, { 'retry-after': '3600' }, /Rate limit: Said so\. Try again in 3600 s\./],
])('Status %d is an error that says what to do, at once', async (status, headers, message) => {
  const service = await fakeService(refuse(status, headers));
  const client = bridgeClient(service.url);
  const { error } = await client.request('tools/call', SEND);
  expect(error).toMatchObject({ code: -32_000, message: expect.stringMatching(message), data: { status } });
  expect(service.arrived).toHaveLength(1);
});

test('A call that was limited is made again after the time that the service wants, whatever it does', async () => {
  const service = await fakeService(after(2, refuse(429, { 'retry-after': '0' })));
  const client = bridgeClient(service.url);
  expect((await client.request('tools/call', CALL)).result).toEqual({ attempts: 3 });
});

test('A service that is not there is tried again, and named in the error', async () => {
  const client = bridgeClient(`http://127.0.0.1:${await reservePort()}`);
  const { error } = await client.request('tools/call', CALL);
  expect(error?.message).toMatch(
    /^No connection to http:\/\/127\.0\.0\.1:\d+\/v1\/mcp: .*ECONNREFUSED.*Check the network/,
  );
});

test('A service that comes back is used again, also for a call that changes something', async () => {
  const port = await reservePort();
  const client = bridgeClient(`http://127.0.0.1:${port}`, { times: { firstPauseMs: 2_000 } });
  const response = client.request('tools/call', CALL);
  await fakeService((arrived, reply) => result(reply, arrived, { back: true }), port);
  expect((await response).result).toEqual({ back: true });
});

test('A notification that is not delivered is logged, and nothing is written for it', async () => {
  const service = await fakeService(refuse(401));
  const client = bridgeClient(service.url);
  client.send({ method: 'notifications/initialized' });
  client.input.end();
  await client.ended;
  expect(client.written).toEqual([]);
  expect(client.log).toEqual([
    expect.stringMatching(/^notifications\/initialized was not delivered: .*refused the key/),
  ]);
});

test('A tool that the service lists as harmless is called again after a failure, and another one is not', async () => {
  const tools = [
    { name: 'whoami', annotations: { readOnlyHint: true } },
    { name: 'update_message', annotations: { idempotentHint: true } },
    { name: 'redeem_lease', annotations: { readOnlyHint: false } },
    { name: 'odd', annotations: 'yes' },
  ];
  const failing = new Set<unknown>();
  const service = await fakeService((arrived, response) => {
    const { method, params } = arrived.message;
    if (method === 'tools/list') result(response, arrived, { tools });
    else if (failing.has(params?.name)) result(response, arrived, { again: true });
    else {
      failing.add(params?.name);
      response.destroy();
    }
  });
  const client = bridgeClient(service.url);
  await client.request('tools/list');
  for (const { name } of tools) {
    const { result: outcome } = await client.request('tools/call', { name, arguments: {} });
    expect([name, outcome !== undefined]).toEqual([name, ['whoami', 'update_message'].includes(name)]);
  }
});
