import { beforeEach, describe, expect, test } from 'vitest';
import { anyRow } from '#shared/data/decode-row.ts';
import { busySlots } from '#shared/data/direct-writes/slot.ts';
import { longCallKey, STAGE_SUBJECT } from '#shared/data/entities/long-call.ts';
import { getRow } from '#shared/data/table-client.ts';
import { LONG_CALL_TIMEOUT_SECONDS } from '#shared/domain/limits.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { withReads } from '../support/intercepted-table.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

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

type Agent = Awaited<ReturnType<TwoAgents['api']['agent']>>;

const BLOCKING = { returnImmediately: false };
const reply = (id: string, body: object) => api.call('replyToTask', { key: worker.key, params: { id }, body });
const send = async () => (await rpc.result('SendMessage', textMessage('go'))).task;
const complete = async (id: string) => expect((await reply(id, { state: 'completed' })).status).toBe(200);
const tasks = async () => (await rpc.result('ListTasks')).tasks as Json[];

const slotsInUse = async (subject = ours.id) =>
  busySlots(await getRow(engine.table, anyRow, longCallKey(subject, 0)), Date.now()).size;

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
  'At most 2 A2A streams and blocking sends at once for one organization\\. The next of them ends by ' +
    '20..-..-..T..:..:..\\....Z at the latest; .* push notification .* GetTask, .* \\(POST /v1/events/streams\\)\\.$',
);

describe('with the streams of the organization used up', () => {
  let id: string;
  let readers: AsyncIterator<Json>[];

  beforeEach(async () => {
    ({ id } = await send());
    readers = [await follow(id), await follow(id)];
    expect(await slotsInUse()).toBe(2);
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
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(LONG_CALL_TIMEOUT_SECONDS);
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
    expect(await slotsInUse(theirs.id)).toBe(0);
  });

  test('A stream that has ended frees its slot', async () => {
    await complete(id);
    for (const reader of readers)
      expect((await Array.fromAsync({ [Symbol.asyncIterator]: () => reader })).length).toBe(1);
    expect(await slotsInUse()).toBe(0);
    const next = await send();
    readers = [await follow(next.id), await follow(next.id)];
  });

  test('A stream frees its slot when its client is gone', async () => {
    await readers[0]?.return?.();
    expect(await slotsInUse()).toBe(1);
    await follow(id);
  });

  test('A stream frees its slot when it ends with an error', async () => {
    await api.call('suspendIdentity', { key: ours.key, params: { id: caller.id } });
    await reply(id, { state: 'working', message: 'unseen' });
    for (const reader of readers) expect((await reader.next()).value.error.message).toBe('The agent is suspended.');
    for (const reader of readers) await reader.next();
    expect(await slotsInUse()).toBe(0);
  });
});

describe('a long call', () => {
  test('A blocking send holds a slot while it waits, and frees it', async () => {
    const asked = rpc.result('SendMessage', textMessage('wait', {}, BLOCKING));
    while ((await slotsInUse()) === 0);
    await complete((await tasks())[0].id);
    expect((await asked).task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(await slotsInUse()).toBe(0);
  });

  test('A call that does not wait takes no slot', async () => {
    api.limits = { ...api.limits, longCallsPerOrganization: 0 };
    const { id } = await send();
    await reply(id, { state: 'input_required', message: 'which?' });
    expect((await rpc.result('GetTask', { id })).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(await slotsInUse()).toBe(0);
  });

  test('A streaming send that fails frees its slot', async () => {
    const absent = new RpcSpeaker(api, caller, { id: 'agt_00000000000000000000000000' });
    for (let n = 0; n < 3; n++) {
      expect((await absent.call('SendStreamingMessage', textMessage('hello?'))).status).toBe(404);
    }
    expect(await slotsInUse()).toBe(0);
  });

  test('A notification of a streaming method frees its slot, although no one reads the stream', async () => {
    for (let n = 0; n < 3; n++) {
      const request = { jsonrpc: '2.0', method: 'SendStreamingMessage', params: textMessage('x') };
      expect((await rpc.post(JSON.stringify(request))).status).toBe(204);
    }
    expect(await slotsInUse()).toBe(0);
  });

  test('A blocking send frees its slot when its wait fails', async () => {
    const table = withReads(engine.table, ({ input }, read) =>
      input.Key?.sk === 'TASK' && input.ConsistentRead !== true ? Promise.reject(new Error('no poll')) : read(),
    );
    const failing = Object.assign(Object.create(api), { services: { ...api.services, table: () => table } });
    const { body } = await new RpcSpeaker(failing, caller, worker).call('SendMessage', textMessage('x', {}, BLOCKING));
    expect(body.error.code).toBe(-32603);
    expect(await slotsInUse()).toBe(0);
  });
});

describe('the slots of the stage', () => {
  /** The API of a stage that reserves concurrency. */
  const reserving = (stageLongCalls: number) => {
    const settings = { ...api.services.settings(), stageLongCalls };
    return Object.assign(Object.create(api), { services: { ...api.services, settings: () => settings } });
  };

  test('Beyond those of the stage a stream is refused whatever is left to its organization, which gets its slot back', async () => {
    const staged = reserving(3);
    const agents = await Promise.all([1, 2, 3, 4].map(async () => api.agent((await api.organization()).key)));
    const speakers = agents.map((agent) => new RpcSpeaker(staged, agent, worker));
    const opened: AsyncIterator<Json>[] = [];
    for (const speaker of speakers.slice(0, 3)) {
      const stream = await speaker.stream('SendStreamingMessage', textMessage('go'));
      const reader = stream[Symbol.asyncIterator]();
      await reader.next();
      opened.push(reader);
    }
    expect(await slotsInUse(STAGE_SUBJECT)).toBe(3);

    const refused = new RpcSpeaker(staged, caller, worker);
    const { status, body } = await refused.call('SendStreamingMessage', textMessage('go'));
    expect([status, body.error.message]).toEqual([
      429,
      expect.stringMatching(/^At most 3 A2A streams and blocking sends at once for all organizations together\. /),
    ]);
    expect(await slotsInUse()).toBe(0);
    const { task } = await refused.result('SendMessage', textMessage('now', {}, BLOCKING));
    expect(task.status.state).toBe('TASK_STATE_SUBMITTED');

    await opened[0]?.return?.();
    expect(await slotsInUse(STAGE_SUBJECT)).toBe(2);
    const stream = await refused.stream('SubscribeToTask', { id: task.id });
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    expect([await slotsInUse(), await slotsInUse(STAGE_SUBJECT)]).toEqual([1, 3]);
    for (const one of [...opened, reader]) await one.return?.();
    expect([await slotsInUse(), await slotsInUse(STAGE_SUBJECT)]).toEqual([0, 0]);
  });

  test('A stage without reserved concurrency counts only for each organization', async () => {
    const { id } = await send();
    const reader = await follow(id);
    expect([await slotsInUse(), await slotsInUse(STAGE_SUBJECT)]).toEqual([1, 0]);
    await reader.return?.();
  });
});

test('Streams of unverified organizations are bounded for each of them and for their address, those of verified ones are not', async () => {
  api.limits = { ...api.limits, longCallsPerOrganization: 25, unverifiedWaits: 1, unverifiedWaitsPerAddress: 2 };
  const address = '198.51.100.7';
  const from = (agent: { key: string }) => new RpcSpeaker(api, agent, worker, address);
  const opened: AsyncIterator<Json>[] = [];
  const open = async (agent: { key: string }) => {
    const { status, body, events } = await from(agent).call('SendStreamingMessage', textMessage('go'));
    if (events === undefined) return [status, body.error.message];
    const reader = events[Symbol.asyncIterator]();
    await reader.next();
    opened.push(reader);
    return [200];
  };
  const organizations = await Promise.all([1, 2, 3].map(() => api.organization()));
  const [first, second, third] = (await Promise.all(organizations.map(({ key }) => api.agent(key)))) as [
    Agent,
    Agent,
    Agent,
  ];
  expect(await open(first)).toEqual([200]);
  expect(await open(first)).toEqual([429, expect.stringMatching(/^At most 1 A2A streams .* for one organization\. /)]);
  expect(await open(second)).toEqual([200]);
  expect(await open(third)).toEqual([429, expect.stringMatching(/^At most 2 A2A streams .* one network address\. /)]);
  await verifyOrganization(engine.table, organizations[2]?.id ?? '');
  expect(await open(third)).toEqual([200]);
  for (const reader of opened) await reader.return?.();
  expect(await slotsInUse(`a2a#address#${address}`)).toBe(0);
});
