import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { eventsIn, openToAll, type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeAll(useNewAgents);

async function useNewAgents(): Promise<void> {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
}

/** The id of a context that the client makes, of each test its own. */
let own = '';
let conversations = 0;
beforeEach(() => {
  conversations += 1;
  own = `conversation ${conversations}: Zürich`;
});

async function send(speaker: RpcSpeaker, more: object = {}) {
  return (await speaker.result('SendMessage', textMessage('hello', more))).task;
}

async function listed(speaker: RpcSpeaker, contextId: string): Promise<string[]> {
  return (await speaker.result('ListTasks', { contextId })).tasks.map(({ id }: { id: string }) => id);
}

const record = async (id: string) => (await api.call('getTask', { key: caller.key, params: { id } })).body;

describe('context ids of clients', () => {
  test('A context id that the client made is accepted, shown by every method, and groups the tasks that name it', async () => {
    const first = await send(rpc, { contextId: own });
    const second = await send(rpc, { contextId: own });
    const other = await send(rpc, { contextId: 'another' });
    const none = await send(rpc);
    expect([first.contextId, second.contextId, other.contextId]).toEqual([own, own, 'another']);
    expect(none.contextId).toMatch(/^ctx_/);
    expect(first.history[0].contextId).toBe(own);
    expect(await rpc.result('GetTask', { id: first.id })).toMatchObject({ contextId: own });
    expect(await listed(rpc, own)).toEqual([second.id, first.id]);
    expect(await listed(rpc, 'unknown')).toEqual([]);

    const follow = await rpc.stream('SubscribeToTask', { id: first.id });
    await api.call('replyToTask', {
      key: worker.key,
      params: { id: first.id },
      body: { state: 'completed', message: 'done', artifacts: [{ parts: [{ text: 'x' }] }] },
    });
    const events = (await Array.fromAsync(follow)).map(({ result }) => Object.values(result)[0]);
    expect(events.map((event) => (event as { contextId: string }).contextId)).toEqual([own, own, own]);
  });

  test('A message continues a task under the client’s context id or the service’s, and under no other', async () => {
    const { id } = await send(rpc, { contextId: own });
    const { context_id } = await record(id);
    expect(context_id).toMatch(/^ctx_[0-9A-Z]{26}$/);
    for (const contextId of [own, context_id]) {
      expect((await send(rpc, { taskId: id, contextId })).contextId).toBe(own);
      expect(await listed(rpc, contextId)).toEqual([id]);
    }
    const elsewhere = textMessage('x', { taskId: id, contextId: 'another' });
    expect(await rpc.refusal('SendMessage', elsewhere)).toEqual([-32602, 'message.contextId']);
  });

  test('Over REST, the context of a client’s own id has an id of the service, by which a new task can join it', async () => {
    const { id } = await send(rpc, { contextId: own });
    const { context_id } = await record(id);
    const joined = await api.call('createTask', {
      key: caller.key,
      body: { to_handle: worker.handle, message: 'more', context_id },
    });
    expect([joined.status, joined.body.context_id]).toEqual([201, context_id]);
    expect(await listed(rpc, own)).toEqual([joined.body.id, id]);
    const { tasks } = (await api.call('listTasks', { key: worker.key, query: { context_id } })).body;
    expect(tasks.map((task: { id: string }) => task.id)).toEqual([joined.body.id, id]);
  });

  test('Two pairs of agents that use the same context id have two contexts, and neither sees the other’s tasks', async () => {
    await useNewAgents();
    const mine = await send(rpc, { contextId: own });
    const colleague = await api.agent(ours.key);
    const target = await api.agent(theirs.key);
    await openToAll(api, theirs, target);
    const pairs = [
      new RpcSpeaker(api, colleague, worker),
      new RpcSpeaker(api, caller, target),
      new RpcSpeaker(api, colleague, target),
    ];
    for (const speaker of pairs) {
      const task = await send(speaker, { contextId: own });
      expect(task.contextId).toBe(own);
      expect(await listed(speaker, own)).toEqual([task.id]);
      expect(await speaker.refusal('GetTask', { id: mine.id })).toEqual([-32001, 'TASK_NOT_FOUND']);
    }
    expect(await listed(rpc, own)).toEqual([mine.id]);

    // An agent that keeps its memory by context id must not mix the conversations of its callers.
    const created = (await eventsIn(api, theirs)).filter(({ type }) => type === 'a2a.task.created');
    const contexts = created.map(({ payload }) => payload.contextId);
    expect(new Set(contexts).size).toBe(4);
    for (const contextId of contexts) expect(contextId).toMatch(/^ctx_/);
  });

  test('Tasks that begin a context at once by the same id of their client share one context', async () => {
    const tasks = await Promise.all(Array.from({ length: 8 }, () => send(rpc, { contextId: own })));
    const records = await Promise.all(tasks.map(({ id }) => record(id)));
    expect(new Set(records.map(({ context_id }) => context_id)).size).toBe(1);
    expect((await listed(rpc, own)).sort()).toEqual(tasks.map(({ id }) => id).sort());
  });

  test('A context id in the service’s format that is not of this pair is rejected, whether it exists or not', async () => {
    const stranger = new RpcSpeaker(api, await api.agent(ours.key), worker);
    const { contextId } = await send(stranger);
    const missing = `ctx_${'0'.repeat(26)}`;
    const refusals = await Promise.all(
      [contextId, missing].map((id) => rpc.call('SendMessage', textMessage('x', { contextId: id }))),
    );
    for (const { body } of refusals) expect(body.error).toEqual(refusals[0]?.body.error);
    expect(refusals[0]?.body.error.code).toBe(-32602);
  });

  test('A context id that the client made has at most 255 characters', async () => {
    expect((await send(rpc, { contextId: 'ä'.repeat(255) })).contextId).toHaveLength(255);
    const long = textMessage('x', { contextId: 'x'.repeat(256) });
    expect(await rpc.refusal('SendMessage', long)).toEqual([-32602, 'message.contextId']);
  });
});
