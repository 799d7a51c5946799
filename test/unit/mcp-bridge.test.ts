import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LINE_BYTES } from '#clients/cli/src/mcp/bridge.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { events, fakeService, json, result } from '#test/support/fake-mcp-service.ts';
import { sizeOf } from '#testing/test-size.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';

test('A message is passed on as it is, with the key, and its response comes back', async () => {
  const service = await fakeService((arrived, response) =>
    result(response, arrived, { echoed: arrived.message.params }),
  );
  const client = bridgeClient(service.url, { identity: 'ada' });
  const params = { deep: [{ ü: '\u2028' }], _meta: { progressToken: 7 } };
  expect(await client.request('any/method', params, 12)).toEqual({
    jsonrpc: '2.0',
    id: 12,
    result: { echoed: params },
  });
  expect(service.arrived).toMatchObject([
    {
      path: '/v1/mcp',
      message: { jsonrpc: '2.0', id: 12, method: 'any/method', params },
      headers: {
        authorization: 'Bearer aid_agent_test',
        'aid-identity': 'ada',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    },
  ]);
});

test('The version that was agreed on at the beginning is in the headers of what follows', async () => {
  const service = await fakeService((arrived, response) =>
    result(response, arrived, { protocolVersion: '2025-06-18' }),
  );
  const client = bridgeClient(service.url);
  await client.request('initialize', { protocolVersion: '2025-11-25' });
  await client.request('ping');
  expect(service.arrived.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([undefined, '2025-06-18']);
  expect(service.arrived[1]?.headers['mcp-method']).toBeUndefined();
});

test('A request that names its version has the headers of the revision 2026-07-28', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived));
  const client = bridgeClient(service.url);
  const _meta = { [VERSION]: '2026-07-28' };
  await client.request('server/discover', { _meta });
  await client.request('tools/call', { name: 'whoami', arguments: {}, _meta });
  await client.request('tools/call', { name: ' größe', arguments: {}, _meta });
  await client.request('resources/read', { uri: '=?base64?eA==?=', _meta });
  expect(
    service.arrived.map(({ headers }) =>
      ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headers[name]),
    ),
  ).toEqual([
    ['2026-07-28', 'server/discover', undefined],
    ['2026-07-28', 'tools/call', 'whoami'],
    ['2026-07-28', 'tools/call', `=?base64?${Buffer.from(' größe').toString('base64')}?=`],
    ['2026-07-28', 'resources/read', `=?base64?${Buffer.from('=?base64?eA==?=').toString('base64')}?=`],
  ]);
});

test('Notifications and requests of the service come before the response, and the reply of the client is passed on', async () => {
  const service = await fakeService((arrived, response) => {
    if (arrived.message.method !== 'tools/call') {
      response.writeHead(202).end();
      return;
    }
    const write = events(response);
    response.write(': still here\n\nid: 1\ndata:\n\n');
    write({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    write({ jsonrpc: '2.0', id: 'asked', method: 'elicitation/create', params: {} });
    write({ jsonrpc: '2.0', id: 'of another', result: {} });
    write({ jsonrpc: '2.0', id: arrived.message.id, result: { done: true } });
    write({ jsonrpc: '2.0', id: arrived.message.id, result: { done: 'twice' } });
    response.end();
  });
  const client = bridgeClient(service.url);
  await client.request('tools/call', { name: 'wait', arguments: {} }, 1);
  expect(client.written).toMatchObject([
    { method: 'notifications/progress' },
    { id: 'asked', method: 'elicitation/create' },
    { id: 1, result: { done: true } },
  ]);
  client.send({ id: 'asked', result: { action: 'decline' } });
  client.send({ method: 'notifications/initialized' });
  client.input.end();
  await client.ended;
  expect(service.arrived.slice(1).map(({ message }) => message)).toEqual([
    { jsonrpc: '2.0', id: 'asked', result: { action: 'decline' } },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ]);
  expect(client.log).toEqual([]);
});

test('Requests do not wait for each other, and the end of the input waits for their responses', async () => {
  const waiting: (() => void)[] = [];
  const service = await fakeService((arrived, response) => {
    waiting.push(() => result(response, arrived));
    if (waiting.length === 20) for (const respond of waiting.toReversed()) respond();
  });
  const client = bridgeClient(service.url);
  const responses = Array.from({ length: 20 }, (_, id) => client.request('ping', {}, id));
  client.input.end();
  await client.ended;
  expect((await Promise.all(responses)).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, id) => id));
});

test('A cancelled request is taken back from the service and gets no response, and the others do', async () => {
  const service = await fakeService((arrived, response) => {
    if (arrived.message.method === 'ping') result(response, arrived);
    else events(response)({ jsonrpc: '2.0', method: 'notifications/progress', params: {} });
  });
  const client = bridgeClient(service.url);
  void client.request('tools/call', { name: 'wait_for_reply', arguments: {} }, 5);
  await client.until(({ method }) => method === 'notifications/progress');
  client.send({ method: 'notifications/cancelled', params: { requestId: 5, reason: 'changed my mind' } });
  client.send({ method: 'notifications/cancelled', params: { requestId: 'no such request' } });
  client.send({ method: 'notifications/cancelled' });
  await service.arrived[0]?.left;
  await client.request('ping', {}, 6);
  client.input.end();
  await client.ended;
  expect(client.written.map(({ id }) => id)).toEqual([undefined, 6]);
  expect(service.arrived.map(({ message }) => message.method)).toEqual(['tools/call', 'ping']);
});

test('A subscription ends with the input', async () => {
  const service = await fakeService((_arrived, response) => {
    events(response)({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  });
  const client = bridgeClient(service.url);
  void client.request('subscriptions/listen', {});
  await client.until(({ method }) => method !== undefined);
  client.input.end();
  await client.ended;
  await service.arrived[0]?.left;
});

test('The signal ends the bridge while it waits for its input and for responses', async () => {
  const service = await fakeService(() => {});
  const client = bridgeClient(service.url);
  void client.request('ping');
  await expect.poll(() => service.arrived.length).toBe(1);
  client.abort();
  await client.ended.catch(() => {});
  await service.arrived[0]?.left;
  expect(client.written).toEqual([]);
});

const LONG = 'x'.repeat(MAX_LINE_BYTES);

test.each([
  ['no JSON', '{"jsonrpc": "2.0", "id": 1,', { code: -32_700 }],
  ['a number', '7', { code: -32_600 }],
  ['null', 'null', { code: -32_600 }],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', { code: -32_600 }],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', { id: 1, code: -32_600 }],
  ['a method that is no text', '{"jsonrpc":"2.0","id":"a","method":{}}', { id: 'a', code: -32_600 }],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', { code: -32_600 }],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', { code: -32_600 }],
  ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', { code: -32_600 }],
  ['params that are a list', '{"jsonrpc":"2.0","id":2,"method":"ping","params":[1]}', { id: 2, code: -32_602 }],
  ['no method and no result', '{"jsonrpc":"2.0","id":3}', { id: 3, code: -32_600 }],
  ['a long line with its id at the end', `{"method":"${LONG}","jsonrpc":"2.0","id":4}`, { id: 4, code: -32_600 }],
  ['a long line with its id first', `{"jsonrpc":"2.0","id":"b","method":"${LONG}"}`, { id: 'b', code: -32_600 }],
  ['a long line of something else', LONG.repeat(2), { code: -32_600 }],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x0a]), { code: -32_700 }],
])(
  'The response to %s is an error, and the next message is read',
  async (_name, line, { code, ...id }: { id?: unknown; code: number }) => {
    const service = await fakeService((arrived, response) => result(response, arrived));
    const client = bridgeClient(service.url);
    if (typeof line === 'string') client.send(line);
    else client.input.write(line);
    client.input.write('\n  \r\n');
    await client.request('ping', {}, 'next');
    const [refusal, next] = client.written;
    expect(refusal).toEqual({ jsonrpc: '2.0', ...id, error: { code, message: expect.stringMatching(/[.]$/) } });
    expect(next).toMatchObject({ id: 'next', result: {} });
    expect(service.arrived).toHaveLength(1);
  },
);

test('A message that arrives in pieces, and one without a line feed at the end of the input, are read', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived, arrived.message.params));
  const client = bridgeClient(service.url);
  const bytes = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"größe 🦆"}}\r\n');
  for (const byte of bytes) client.input.write(Buffer.from([byte]));
  await client.until(({ id }) => id === 1);
  client.input.end('{"jsonrpc":"2.0","id":2,"method":"ping"}');
  await client.ended;
  expect(client.written).toMatchObject([{ id: 1, result: { text: 'größe 🦆' } }, { id: 2 }]);
});

test('A refusal of the service in the form of the protocol is passed on', async () => {
  const error = { code: -32_601, message: 'no such method', data: { method: 'x' } };
  const service = await fakeService(({ message }, response) =>
    json(response, { jsonrpc: '2.0', id: message.id, error }, 400),
  );
  const client = bridgeClient(service.url);
  expect(await client.request('x')).toMatchObject({ error });
});

test('Whatever the lines are, the bridge responds to what follows, and writes only messages', async () => {
  const field = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constantFrom(null, '2.0', {}, [], true, '__proto__'),
    fc.jsonValue(),
  );
  const messageLike = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), field),
      id: field,
      method: field,
      params: field,
      result: field,
      error: field,
    },
    { requiredKeys: [] },
  );
  const call = fc.record({ name: field, arguments: field, _meta: field }, { requiredKeys: [] });
  const toolCall = call.map((params) => ({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params }));
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.jsonValue(), messageLike, toolCall).map((value) => JSON.stringify(value)),
  );
  const service = await fakeService((arrived, response) => result(response, arrived));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
      const client = bridgeClient(service.url);
      for (const text of lines) client.input.write(`${text.replaceAll('\n', ' ')}\n`);
      const { id } = await client.request('ping', {}, 'the last one');
      client.input.end();
      await client.ended;
      expect([id, client.log]).toEqual(['the last one', []]);
      expect(client.written.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
      expect(client.written.length).toBeLessThanOrEqual(lines.length + 1);
    }),
    { numRuns: sizeOf({ quick: 25, usual: 100 }) },
  );
});
