import { beforeEach, describe, expect, test } from 'vitest';
import { findTask, type Task } from '#shared/data/entities/a2a/task.ts';
import { viewTask } from '#shared/services/tasks/task-view.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useEngine } from '../support/engine.ts';
import { taskCalls } from '../support/task-calls.ts';
import { type KeyedOrganization, openToAll, type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;

beforeEach(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
});

const { act, send, reply, read, log } = taskCalls(() => ({ api, caller, worker }));

const ROUNDS = sizeOf({ quick: 1, usual: 10 });

describe('races', () => {
  test('A reply and a cancellation at once end in one state, and the logs agree', async () => {
    const outcomes = { completed: 0, canceled: 0 };
    const tasks: Awaited<ReturnType<typeof send>>[] = [];
    // Ten races at a time: more would only wait for the two event clocks.
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = await Promise.all(Array.from({ length: 10 }, () => send()));
      tasks.push(...fresh);
      await Promise.all(
        fresh.map(async ({ body: { id } }, index) => {
          const both = [() => reply(id, 'completed', { message: 'done' }), () => act('cancelTask', caller, id)];
          const [one, two] = await Promise.all((index % 2 === 0 ? both : both.reverse()).map((call) => call()));
          expect([one?.status, two?.status].sort()).toEqual([200, 409]);
        }),
      );
    }
    const [theirLog, ourLog] = [await wholeLog(theirs), await wholeLog(ours)];
    for (const { body } of tasks) {
      const { state } = (await read(body.id)).body;
      outcomes[state as 'completed'] += 1;
      const of = (events: { aggregate_id: string | null; type: string }[]) =>
        events.filter(({ aggregate_id }) => aggregate_id === body.id).map(({ type }) => type);
      const ended = state === 'completed' ? 'a2a.task.updated' : 'a2a.task.canceled';
      expect(of(theirLog)).toEqual([ended, 'a2a.task.created']);
      expect(of(ourLog)).toEqual(state === 'completed' ? ['a2a.sent_task.updated'] : []);
    }
    expect(outcomes.completed + outcomes.canceled).toBe(10 * ROUNDS);
    for (const events of [theirLog, ourLog]) {
      const times = events.map(({ created_at }) => created_at);
      expect(new Set(times).size).toBe(times.length);
    }
  });

  async function wholeLog(org: KeyedOrganization) {
    const events: { id: string; type: string; aggregate_id: string | null; created_at: string }[] = [];
    for (;;) {
      const before = events.at(-1)?.created_at;
      const query = { limit: '200', ...(before === undefined ? {} : { before }) };
      const { body } = await api.call('listEvents', { key: org.key, query });
      events.push(...body.events);
      if (body.events.length < 200) return events;
    }
  }

  test('Concurrent equal messages make one task, or one message of a task', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => send({ message_id: 'same' })));
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    const { id = '' } = sent[0]?.body ?? {};
    const added = await Promise.all(
      Array.from({ length: 10 }, () => act('addTaskMessage', caller, id, { message: 'more', message_id: 'next' })),
    );
    expect(added.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await read(id)).body.message_count).toBe(2);
    expect(await log(theirs)).toHaveLength(2);
  });

  test('A reader during a step gets exactly the messages that the row of the task counts', async () => {
    const { id } = (await send()).body;
    const row = (await findTask(engine.table, id)) as Task;
    await reply(id, 'working', { message: 'too late for the reader' });
    const { messages } = await viewTask(engine.table, row, { bytes: 10_000 });
    expect([messages.length, row.messageCount]).toEqual([1, 1]);
    expect((await read(id)).body).toMatchObject({
      message_count: 2,
      messages: [{ role: 'caller' }, { role: 'worker' }],
    });
  });

  test('Concurrent tasks in both directions between two organizations all succeed, each with a unique time', async () => {
    await openToAll(api, ours, caller);
    const back = () =>
      api.call('createTask', { key: worker.key, body: { to_identity_id: caller.id, message: 'hello back' } });
    const made = await Promise.all(Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? send() : back())));
    expect(made.map(({ status }) => status)).toEqual(Array(24).fill(201));
    const ids = made.map(({ body }) => body.id).sort();
    for (const reader of [caller, worker, ours, theirs]) {
      const { body } = await api.call('listTasks', { key: reader.key, query: { limit: '200' } });
      expect(body.tasks.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
      const times = body.tasks.map(({ created_at }: { created_at: string }) => created_at);
      expect(new Set(times).size).toBe(24);
      expect(times).toEqual([...times].sort().reverse());
    }
    const inbound = await api.call('listTasks', { key: worker.key, query: { direction: 'inbound' } });
    expect(inbound.body.tasks).toHaveLength(12);
  });
});
