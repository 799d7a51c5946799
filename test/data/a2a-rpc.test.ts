import { beforeAll, describe, expect, test } from 'vitest';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeAll(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
});

describe('a JSON-RPC request', () => {
  const PARSE = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Invalid JSON payload' } };

  test.each(['', '{', '{"jsonrpc":"2.0"', 'SendMessage', '\u0000'])(
    'A request that is not JSON (%j) is -32700',
    async (text) => {
      expect(await rpc.post(text)).toMatchObject({ status: 200, body: PARSE });
    },
  );

  test('A request that is not UTF-8 is -32700', async () => {
    expect(await rpc.post(new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject({ status: 200, body: PARSE });
  });

  test.each([
    ['null', null],
    ['[]', null],
    ['[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]', null],
    ['"text"', null],
    ['{}', null],
    ['{"id":7,"method":"GetTask"}', 7],
    ['{"jsonrpc":"1.0","id":"a","method":"GetTask"}', 'a'],
    ['{"jsonrpc":"2.0","id":"a"}', 'a'],
    ['{"jsonrpc":"2.0","id":"a","method":5}', 'a'],
    ['{"jsonrpc":"2.0","id":"a","method":"GetTask","params":"x"}', 'a'],
    ['{"jsonrpc":"2.0","id":{},"method":"GetTask"}', null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"GetTask"}', null],
  ])('A request with %s is -32600 with the id %j', async (text, id) => {
    const { status, body } = await rpc.post(text);
    expect([status, body.id, body.error.code]).toEqual([200, id, -32600]);
  });

  test.each(['message/send', 'sendMessage', 'constructor', '__proto__', ''])(
    'A request for the method %j is -32601',
    async (method) => {
      expect(await rpc.refusal(method)).toEqual([-32601]);
    },
  );

  test.each(['2.0', '1', '1.1', 'latest'])('A request of the version %j is -32009', async (version) => {
    const { status, body } = await rpc.call('ListTasks', {}, { 'a2a-version': version });
    expect([status, body.error.code, body.error.data]).toEqual([
      200,
      -32009,
      [expect.objectContaining({ reason: 'VERSION_NOT_SUPPORTED', domain: 'a2a-protocol.org' })],
    ]);
  });

  test.each(['0.3', '0.3.0', '', ' '])(
    'A client of protocol 0.3 (%j) can decode that its version is refused',
    async (version) => {
      // That client declares the data of an error as an object, and fails on a list.
      for (const method of ['message/send', 'tasks/get', 'ListTasks']) {
        const { status, headers, body } = await rpc.call(method, {}, { 'a2a-version': version });
        expect([status, headers['content-type'], body.id]).toEqual([200, 'application/json', 1]);
        expect(body.error).toEqual({
          code: -32009,
          message: expect.stringMatching(/^Version not supported: .* version 1\.0 /),
          data: expect.objectContaining({ reason: 'VERSION_NOT_SUPPORTED', domain: 'a2a-protocol.org' }),
        });
      }
    },
  );

  test('A client of protocol 0.3 that asks for a stream gets its refusal as the event of a stream', async () => {
    const accept = { 'a2a-version': '', accept: 'text/event-stream' };
    const { status, headers, events } = await rpc.call('message/stream', {}, accept);
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    const all = await Array.fromAsync(events ?? []);
    expect(all).toEqual([{ jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32009 }) }]);
  });

  test('The version 1.0.2 counts as 1.0, because patch numbers are ignored', async () => {
    expect((await rpc.call('ListTasks', {}, { 'a2a-version': '1.0.2' })).body.error).toBeUndefined();
  });

  test('A request without an id is executed without a response', async () => {
    const params = textMessage('quietly');
    expect((await rpc.result('ListTasks')).totalSize).toBe(0);
    const { status, body } = await rpc.post(JSON.stringify({ jsonrpc: '2.0', method: 'SendMessage', params }));
    expect([status, body]).toEqual([204, undefined]);
    expect((await rpc.result('ListTasks')).totalSize).toBe(1);
  });

  test('A request without a key is 401 and with an org key 403, in the error format of the service', async () => {
    const withoutKey = await new RpcSpeaker(api, undefined, worker).call('ListTasks');
    expect([withoutKey.status, withoutKey.body.error.code]).toEqual([401, 'auth.unauthorized']);
    const organization = await new RpcSpeaker(api, ours, worker).call('ListTasks');
    expect([organization.status, organization.body.error.code]).toEqual([403, 'auth.forbidden']);
  });

  test('A request with text that no field may contain is -32602, and the error names the field', async () => {
    expect(await rpc.refusal('GetTask', { id: 'a\0b' })).toEqual([-32602, 'id']);
    expect(await rpc.refusal('GetTask', { id: '\ud800' })).toEqual([-32602, 'id']);
    const parts = [{ data: { deep: ['\0'] } }];
    expect(await rpc.refusal('SendMessage', textMessage('x', { parts }))).toEqual([
      -32602,
      'message.parts.0.data.deep.0',
    ]);
  });
});

describe('GetExtendedAgentCard', () => {
  test('The extended card of an agent that is not public is shown only to agents that may send it tasks', async () => {
    const card = await rpc.result('GetExtendedAgentCard');
    expect(card.supportedInterfaces).toHaveLength(2);
    await api.call('putA2aSettings', {
      key: theirs.key,
      params: { id: worker.id },
      body: { filter_mode: 'allowlist' },
    });
    const refused = await rpc.call('GetExtendedAgentCard');
    expect([refused.status, refused.body.error.code]).toEqual([404, 'resource.not_found']);
    expect(await new RpcSpeaker(api, worker, worker).result('GetExtendedAgentCard')).toMatchObject({ name: card.name });
  });
});
