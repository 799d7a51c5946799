import { beforeEach, describe, expect, test } from 'vitest';
import { check } from '#shared/data/change.ts';
import { findTaskMessages, insertTaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { useContentBucket } from '../support/content-bucket.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withConflict, withTransactions } from '../support/intercepted-table.ts';
import { taskRows } from '../support/task-rows.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const KB = 1024;
const bucket = useContentBucket();
const engine = bucket.behind(useEngine());

let { api, ours: org, caller, worker } = {} as TwoAgents;

beforeEach(async () => {
  ({ api, ours: org, caller, worker } = await twoAgents(engine.table, { sameOrganization: true }));
});

/** The same agents, with another table behind the API. */
const on = (table: Table) => new InProcessApi(table, {}, api.services.keyring);

const send = (body: object) => api.call('createTask', { key: caller.key, body: { to_handle: worker.handle, ...body } });
const reply = (id: string, body: object) =>
  api.call('replyToTask', { key: worker.key, params: { id }, body: { state: 'working', ...body } });
const read = (id: string) => api.call('getTask', { key: caller.key, params: { id } });

const rowsOf = (taskId: string) => taskRows(engine.table, taskId);

describe('commits that are tried again or refused', () => {
  const stage = (taskId: string, text: string) => {
    const task = { id: taskId, worker: { organizationId: org.id } } as Parameters<typeof insertTaskMessage>[0];
    const id = makeId('message', Date.now(), randomPart());
    const message = { id, messageId: id, role: 'caller', parts: [{ text }], extras: null, createdAt: 1 } as const;
    return insertTaskMessage(task, { ...message, parts: [...message.parts] });
  };
  const freshTask = () => makeId('task', Date.now(), randomPart());
  const text = 'x'.repeat(50 * KB);

  test('A commit that meets a conflict uploads nothing again', async () => {
    const taskId = freshTask();
    const change = stage(taskId, text);
    await commit(
      withConflict(engine.table, async () => {}),
      { build: (tx) => tx.put(change) },
      { now: Date.now },
    );
    const keys = await bucket.keysOf('tasks/', org.id);
    expect(keys).toHaveLength(1);
    expect(await bucket.isUnused(keys[0] ?? '')).toBe(false);
  });

  test('An operation that loads and decides again uses the objects of its first run', async () => {
    const { id } = (await send({ message: 'm' })).body;
    await reply(id, { message: 'started' });
    let isFirst = true;
    const contended = withTransactions(engine.table, async () => {
      if (!isFirst) return;
      isFirst = false;
      await reply(id, { message: 'meanwhile' });
    });
    const body = { message: text, message_id: 'm2' };
    const added = await on(contended).call('addTaskMessage', { key: caller.key, params: { id }, body });
    expect(added.status).toBe(200);
    const { messages } = (await read(id)).body;
    expect(messages.map(({ parts }) => JSON.stringify(parts).length)).toEqual([14, 20, 22, 50 * KB + 13]);
    const keys = [...(await bucket.keysOf('tasks/', org.id)), ...(await bucket.keysOf('events/', org.id))];
    expect(await Promise.all(keys.map(bucket.isUnused))).toEqual([false, false]);
  });

  test('The object of a refused commit is marked, and no row names it', async () => {
    const taskId = freshTask();
    const refused = commit(
      engine.table,
      {
        build: (tx) => {
          tx.put(stage(taskId, text));
          tx.put(check({ pk: 'TASK#none', sk: 'TASK' }, { expression: 'attribute_exists(pk)' }, () => notFound()));
        },
      },
      { now: Date.now },
    );
    await expect(refused).rejects.toMatchObject({ code: 'resource.not_found' });
    expect(await rowsOf(taskId)).toEqual([]);
    const keys = await bucket.keysOf('tasks/', org.id);
    expect(await Promise.all(keys.map(bucket.isUnused))).toEqual([true]);
  });

  test('The object of a commit with an unknown outcome stays, because a row may name it', async () => {
    const taskId = freshTask();
    const change = stage(taskId, text);
    const table = engine.table;
    let isLost = true;
    const client = {
      send: async (command: never) => {
        const sent = await table.client.send(command);
        if (!isLost) return sent;
        isLost = false;
        throw new Error('the connection ended before the response');
      },
    } as unknown as Table['client'];
    await expect(commit({ ...table, client }, { build: (tx) => tx.put(change) }, { now: Date.now })).rejects.toThrow();
    const keys = await bucket.keysOf('tasks/', org.id);
    expect(await Promise.all(keys.map(bucket.isUnused))).toEqual([false]);
    const [row] = await rowsOf(taskId);
    const found = await findTaskMessages(table, taskId, [{ messageId: String(row?.sk) }]);
    expect([...found.values()][0]?.parts).toEqual([{ text }]);
  });
});
