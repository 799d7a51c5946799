import { beforeEach, describe, expect, test } from 'vitest';
import { LONG_CALL_TIMEOUT_SECONDS } from '#shared/domain/limits/limits.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { withReads } from '../support/intercepted-table.ts';
import { slotsInUse } from '../support/slots-in-use.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeEach(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
  api.limits = { ...api.limits, longCallsPerOrganization: 2 };
  rpc = new RpcSpeaker(api, caller, worker);
});

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Json = any;

const BLOCKING = { returnImmediately: false };
const reply = (id: string, body: object) => api.call('replyToTask', { key: worker.key, params: { id }, body });
const send = async () => (await rpc.result('SendMessage', textMessage('go'))).task;
const complete = async (id: string) => expect((await reply(id, { state: 'completed' })).status).toBe(200);
const tasks = async () => (await rpc.result('ListTasks')).tasks as Json[];

const slotsOf = (subject: string) => slotsInUse(engine.table, subject);

/** Opens a stream and reads its first event. */
async function follow(id: string) {
  const reader = (await rpc.stream('SubscribeToTask', { id }))[Symbol.asyncIterator]();
  expect((await reader.next()).value.result.task.id).toBe(id);
  return reader;
}

/** The same three calls over HTTP+JSON. */
const rest = {
  subscribe: (id: string) =>
    api.call('getA2aTask', { key: caller.key, params: { id: worker.id, task: `${id}:subscribe` }, headers: VERSION }),
  stream: (body: object) =>
    api.call('streamA2aMessage', { key: caller.key, params: { id: worker.id }, headers: VERSION, body }),
  send: (body: object) =>
    api.call('sendA2aMessage', { key: caller.key, params: { id: worker.id }, headers: VERSION, body }),
};
const VERSION = { 'a2a-version': '1.0' };

const REFUSED = new RegExp(
  'At most 2 A2A streams and blocking sends at once for one organization\\. The next one ends by ' +
    '20..-..-..T..:..:..\\....Z; .* push notification .* GetTask, .* \\(POST /v1/events/streams\\)\\.$',
);

describe('with the streams of the organization used up', () => {
  let id: string;
  let readers: AsyncIterator<Json>[];

  beforeEach(async () => {
    ({ id } = await send());
    readers = [await follow(id), await follow(id)];
    expect(await slotsOf(ours.id)).toBe(2);
  });

  test('Another stream is refused with 429 in the form of the protocol over JSON-RPC, and nothing is sent', async () => {
    for (const [method, params] of [
      ['SubscribeToTask', { id }],
      ['SendStreamingMessage', textMessage('more')],
    ] as const) {
      const { status, headers, body } = await rpc.call(method, params);
      expect([status, body.jsonrpc, body.id, body.error.code]).toEqual([429, '2.0', null, -32603]);
      expect(body.error.message).toMatch(REFUSED);
      expect(Number(headers['retry-after'])).toBeGreaterThan(100);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(LONG_CALL_TIMEOUT_SECONDS + 1);
      expect(body.error.data[0].retryDelay).toBe(`${headers['retry-after']}s`);
    }
    expect(await tasks()).toHaveLength(1);
  });

  test('Another stream is refused with 429 in the form of the protocol over HTTP+JSON, and nothing is sent', async () => {
    for (const { status, headers, body } of [await rest.subscribe(id), await rest.stream(textMessage('more'))]) {
      expect([status, body.error.code, body.error.status]).toEqual([429, 429, 'RESOURCE_EXHAUSTED']);
      expect(body.error.message).toMatch(REFUSED);
      expect(body.error.details[0].retryDelay).toBe(`${headers['retry-after']}s`);
    }
    expect(await tasks()).toHaveLength(1);
  });

  test('Quick calls are served, and invalid ones get their own errors', async () => {
    expect((await rpc.result('GetTask', { id })).id).toBe(id);
    expect((await send()).status.state).toBe('TASK_STATE_SUBMITTED');
    expect((await rpc.result('CancelTask', { id })).status.state).toBe('TASK_STATE_CANCELED');
    expect(await rpc.refusal('SubscribeToTask', { id: 'tsk_0' })).toEqual([-32001, 'TASK_NOT_FOUND']);
    expect(await rpc.refusal('SubscribeToTask', { id })).toEqual([-32004, 'UNSUPPORTED_OPERATION']);
    expect(await rpc.refusal('SendStreamingMessage', {})).toEqual([-32602, 'message']);
  });

  test('A blocking send has sent its message, and returns the task at once as it is, over both bindings', async () => {
    const { task } = await rpc.result('SendMessage', textMessage('now', {}, BLOCKING));
    const { body } = await rest.send(textMessage('now', {}, BLOCKING));
    for (const sent of [task, (body as Json).task]) {
      expect(sent.status.state).toBe('TASK_STATE_SUBMITTED');
      expect(sent.history).toHaveLength(1);
    }
    expect(await tasks()).toHaveLength(3);
  });

  test('Another organization opens its streams', async () => {
    const stranger = new RpcSpeaker(api, await api.agent((await api.organization()).key), worker);
    const opened = await stranger.stream('SendStreamingMessage', textMessage('hello'));
    const reader = opened[Symbol.asyncIterator]();
    const first = (await reader.next()).value.result.task;
    await complete(first.id);
    expect((await reader.next()).value.result.statusUpdate.status.state).toBe('TASK_STATE_COMPLETED');
    expect(await reader.next()).toMatchObject({ done: true });
    // The slot belongs to the organization of the caller, not of the worker.
    expect(await slotsOf(theirs.id)).toBe(0);
  });

  test('A stream that has ended frees its slot', async () => {
    await complete(id);
    for (const reader of readers)
      expect((await Array.fromAsync({ [Symbol.asyncIterator]: () => reader })).length).toBe(1);
    expect(await slotsOf(ours.id)).toBe(0);
    const next = await send();
    readers = [await follow(next.id), await follow(next.id)];
  });

  test('A stream frees its slot when its client is gone', async () => {
    await readers[0]?.return?.();
    expect(await slotsOf(ours.id)).toBe(1);
    await follow(id);
  });

  test('A stream frees its slot when it ends with an error', async () => {
    await api.call('suspendIdentity', { key: ours.key, params: { id: caller.id } });
    await reply(id, { state: 'working', message: 'unseen' });
    for (const reader of readers) expect((await reader.next()).value.error.message).toBe('The agent is suspended.');
    for (const reader of readers) await reader.next();
    expect(await slotsOf(ours.id)).toBe(0);
  });
});

describe('a long call', () => {
  test('A blocking send holds a slot while it waits, and frees it', async () => {
    const asked = rpc.result('SendMessage', textMessage('wait', {}, BLOCKING));
    while ((await slotsOf(ours.id)) === 0);
    await complete((await tasks())[0].id);
    expect((await asked).task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(await slotsOf(ours.id)).toBe(0);
  });

  test('A call that does not wait takes no slot', async () => {
    api.limits = { ...api.limits, longCallsPerOrganization: 0 };
    const { id } = await send();
    await reply(id, { state: 'input_required', message: 'which?' });
    expect((await rpc.result('GetTask', { id })).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(await slotsOf(ours.id)).toBe(0);
  });

  test('A streaming send that fails frees its slot', async () => {
    const absent = new RpcSpeaker(api, caller, { id: 'agt_00000000000000000000000000' });
    for (let n = 0; n < 3; n++) {
      expect((await absent.call('SendStreamingMessage', textMessage('hello?'))).status).toBe(404);
    }
    expect(await slotsOf(ours.id)).toBe(0);
  });

  test('A notification of a streaming method frees its slot, although no one reads the stream', async () => {
    for (let n = 0; n < 3; n++) {
      const request = { jsonrpc: '2.0', method: 'SendStreamingMessage', params: textMessage('x') };
      expect((await rpc.post(JSON.stringify(request))).status).toBe(204);
    }
    expect(await slotsOf(ours.id)).toBe(0);
  });

  test('A blocking send frees its slot when its wait fails', async () => {
    const table = withReads(engine.table, ({ input }, read) =>
      input.Key?.sk === 'TASK' && input.ConsistentRead !== true ? Promise.reject(new Error('no poll')) : read(),
    );
    const failing = Object.assign(Object.create(api), { services: { ...api.services, table: () => table } });
    const { body } = await new RpcSpeaker(failing, caller, worker).call('SendMessage', textMessage('x', {}, BLOCKING));
    expect(body.error.code).toBe(-32603);
    expect(await slotsOf(ours.id)).toBe(0);
  });
});
