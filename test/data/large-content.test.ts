import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { findTaskContent } from '#shared/data/entities/a2a/task-content.ts';
import { taskSteps } from '#shared/data/entities/a2a/task-step.ts';
import { eventKey, eventOfRow, findEvent } from '#shared/data/entities/log/event.ts';
import type { Table } from '#shared/data/table-client.ts';
import { useContentBucket } from '../support/content-bucket.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { taskRows } from '../support/task-rows.ts';
import { type KeyedAgent, type KeyedOrganization, twoAgents } from '../support/two-agents.ts';

const KB = 1024;
const bucket = useContentBucket();
const engine = bucket.behind(useEngine());

let api: InProcessApi;
let org: KeyedOrganization;
let caller: KeyedAgent;
let worker: KeyedAgent;

beforeEach(async () => {
  const agents = await twoAgents(engine.table, { sameOrganization: true });
  ({ api, ours: org, caller, worker } = agents);
});

/** The same agents, with another table behind the API. */
function on(table: Table): InProcessApi {
  return new InProcessApi(table, {}, api.services.keyring);
}

const send = (body: object, by = api, more: { idempotencyKey?: string } = {}) =>
  by.call('createTask', { key: caller.key, body: { to_handle: worker.handle, ...body }, ...more });
const reply = (id: string, body: object, by = api) =>
  by.call('replyToTask', { key: worker.key, params: { id }, body: { state: 'working', ...body } });
const read = (id: string, by = api) => by.call('getTask', { key: caller.key, params: { id } });
const events = (by = api) => by.call('listEvents', { key: org.key });

const rowsOf = (taskId: string) => taskRows(engine.table, taskId);

const messageRow = async (taskId: string) =>
  (await rowsOf(taskId)).find(({ sk }) => String(sk).startsWith('msg_')) as {
    content?: string;
    object?: { key: string; bytes: number; sha256: string };
  };

/** A text with which the stored content of a message has this many bytes. */
const textOf = (bytes: number, character = 'x') => {
  const room = bytes - Buffer.byteLength(JSON.stringify({ parts: [{ text: '' }], extras: null }));
  const size = Buffer.byteLength(character);
  return character.repeat(Math.floor(room / size)) + 'x'.repeat(room % size);
};

describe('content of tasks and events in the bucket', () => {
  test.each([
    ['x', 32 * KB - 1, false],
    ['x', 32 * KB, false],
    ['x', 32 * KB + 1, true],
    ['語', 32 * KB, false],
    ['語', 32 * KB + 1, true],
    ['😀', 200 * KB, true],
  ])(
    'Messages of %s with %i bytes of JSON come back unchanged, in the bucket: %s',
    async (character, bytes, isLarge) => {
      const text = textOf(bytes, character);
      const { status, body } = await send({ parts: [{ text }] });
      expect([status, body.messages[0]?.parts]).toEqual([201, [{ text }]]);
      expect((await read(body.id)).body.messages[0]?.parts).toEqual([{ text }]);
      const { content, object } = await messageRow(body.id);
      if (isLarge) {
        expect([content, object?.bytes]).toEqual([undefined, bytes]);
        expect(object?.key).toMatch(new RegExp(`^tasks/${org.id}/[0-9a-f-]{36}$`));
        expect(await bucket.read(object?.key ?? '')).toBe(JSON.stringify({ parts: [{ text }], extras: null }));
      } else {
        expect([Buffer.byteLength(content ?? ''), object]).toEqual([bytes, undefined]);
      }
      // The event has fields of its own, and so crosses the bound earlier.
      expect(await bucket.keysOf('events/', org.id)).toHaveLength(1);
      expect((await events()).body.events[0]?.payload).toMatchObject({ parts: [{ text }] });
    },
  );

  test('A reply with large parts, result and artifacts comes back whole, and replaced artifacts are marked', async () => {
    const { id } = (await send({ message: 'm' })).body;
    const artifact = (text: string) => ({ artifact_id: 'a', parts: [{ text }] });
    await reply(id, { artifacts: [artifact('1'.repeat(100 * KB))] });
    const [first = '', ...others] = await bucket.keysOf('tasks/', org.id);
    expect(others).toHaveLength(1);
    const contentOf = async () => (await findTaskContent(engine.table, id)).object?.key ?? '';
    const replaced = await contentOf();
    expect([first, ...others]).toContain(replaced);
    const result = 'r'.repeat(60 * KB);
    await reply(id, { artifacts: [artifact('2'.repeat(100 * KB))], message: 'p'.repeat(40 * KB), result });
    const task = (await read(id)).body;
    expect(task.artifacts?.[0]?.parts).toEqual([{ text: '2'.repeat(100 * KB) }]);
    expect(task.result).toBe(result);
    expect(task.messages.at(-1)?.parts).toEqual([{ text: 'p'.repeat(40 * KB) }]);
    const keys = await bucket.keysOf('tasks/', org.id);
    const unused = await Promise.all(keys.map(bucket.isUnused));
    expect(keys.filter((_, index) => unused[index])).toEqual([replaced]);
    // Followers still get the first artifact: the step has an object of its own.
    const steps = await taskSteps(engine.table, id, 0, 10);
    expect(steps.map(({ artifacts }) => JSON.stringify(artifacts).length > 100 * KB)).toEqual([true, true]);
  });

  test('A repeated request, and a repeated message, upload nothing', async () => {
    const body = { message: 'x'.repeat(50 * KB), message_id: 'm1' };
    const first = await send(body, api, { idempotencyKey: 'k' });
    const keys = await bucket.keysOf('tasks/', org.id);
    const [reply, ...others] = await bucket.keysOf('replies/', org.id);
    expect(others).toEqual([]);
    // Encrypted, as in a row.
    expect(await bucket.read(reply ?? '')).not.toContain('x'.repeat(100));
    const replayed = await send(body, api, { idempotencyKey: 'k' });
    const repeated = await send(body);
    expect([replayed.body, repeated.body]).toEqual([first.body, first.body]);
    expect([replayed.status, repeated.status]).toEqual([201, 200]);
    expect(await bucket.keysOf('tasks/', org.id)).toEqual(keys);
    expect(keys).toHaveLength(1);
    expect(await bucket.keysOf('replies/', org.id)).toEqual([reply]);
    await bucket.remove(reply ?? '');
    expect((await send(body, api, { idempotencyKey: 'k' })).status).toBe(500);
  });

  test('Of two equal requests at once with a large reply, one commits and the other gets its reply', async () => {
    const body = { message: 'x'.repeat(50 * KB) };
    const both = await Promise.all([1, 2].map(() => send(body, api, { idempotencyKey: 'k' })));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect((await events()).body.events).toHaveLength(1);
  });

  test('A row that was written before there was a bucket is still read', async () => {
    const { id } = (await send({ message: 'x'.repeat(100 * KB) })).body;
    const [row] = (await rowsOf(id)).filter(({ sk }) => String(sk).startsWith('msg_'));
    const { object: _, ...rest } = row as Record<string, unknown>;
    const content = JSON.stringify({ parts: [{ text: 'old'.repeat(50 * KB) }], extras: null });
    await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: { ...rest, content } }));
    expect((await read(id)).body.messages[0]?.parts).toEqual([{ text: 'old'.repeat(50 * KB) }]);
  });
});

describe('failures of the bucket', () => {
  const failing = (methods: object): Table => {
    const { contents } = engine.table;
    return { ...engine.table, contents: { ...contents, ...methods } as NonNullable<Table['contents']> };
  };

  test('If an object cannot be stored, the request fails, nothing is committed, and the log continues at once', async () => {
    let puts = 0;
    const put = async (key: string, text: string) => {
      puts += 1;
      if (puts > 1) throw new Error('SlowDown');
      await engine.table.contents?.put(key, text);
    };
    const failed = await send({ message: 'x'.repeat(50 * KB), message_id: 'm1' }, on(failing({ put })));
    expect([failed.status, failed.body.error.code]).toEqual([500, 'internal.error']);
    expect((await api.call('listTasks', { key: caller.key })).body.tasks).toEqual([]);
    expect((await events()).body.events).toEqual([]);
    // What was stored of the failed request is deleted in time.
    const keys = [...(await bucket.keysOf('tasks/', org.id)), ...(await bucket.keysOf('events/', org.id))];
    expect(await Promise.all(keys.map(bucket.isUnused))).toEqual([true]);
    expect((await send({ message: 'x'.repeat(50 * KB), message_id: 'm1' })).status).toBe(201);
    expect((await events()).body.events).toHaveLength(1);
  });

  test.each([
    ['is missing', (key: string) => bucket.remove(key)],
    ['has another content', (key: string) => bucket.overwrite(key, JSON.stringify({ parts: [], extras: null }))],
  ])('A read fails if the object of a content %s, and returns nothing that looks valid', async (_, damage) => {
    const { id } = (await send({ message: 'x'.repeat(50 * KB) })).body;
    for (const prefix of ['tasks/', 'events/'] as const)
      for (const key of await bucket.keysOf(prefix, org.id)) await damage(key);
    expect([(await read(id)).status, (await events()).status]).toEqual([500, 500]);
    const listed = await api.call('listTasks', { key: caller.key });
    expect(listed.status).toBe(500);
  });

  test('A read tries again if an object is missing for a moment, and fails if S3 does', async () => {
    const { id } = (await send({ message: 'x'.repeat(50 * KB) })).body;
    let reads = 0;
    const get = async (key: string) => {
      reads += 1;
      return reads === 1 ? undefined : engine.table.contents?.get(key);
    };
    expect((await read(id, on(failing({ get })))).status).toBe(200);
    expect(reads).toBe(2);
    const broken = async () => {
      throw new Error('InternalError');
    };
    expect((await read(id, on(failing({ get: broken })))).status).toBe(500);
  });

  test('A function without access to the bucket fails rather than show an event without its payload', async () => {
    await send({ message: 'x'.repeat(50 * KB) });
    const [event] = (await events()).body.events;
    const { contents: _, ...bare } = engine.table;
    const row = await findEvent(bare, org.id, event?.id ?? '');
    expect(row).toMatchObject({ type: 'a2a.task.created' });
    await expect(row && eventOfRow(bare, row)).rejects.toThrow('no access');
    const key = eventKey(org.id, { id: event?.id ?? '' });
    const { Item } = await engine.table.client.send(new GetCommand({ TableName: engine.table.name, Key: key }));
    expect(Item).not.toHaveProperty('content');
  });
});

test('A long page reads its objects with a limit on how many at a time', async () => {
  let running = 0;
  let most = 0;
  const contents = engine.table.contents as NonNullable<Table['contents']>;
  const get = async (key: string) => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await contents.get(key);
    } finally {
      running -= 1;
    }
  };
  const { id } = (await send({ message: 'x'.repeat(33 * KB) })).body;
  for (let n = 0; n < 20; n++) {
    const body = { message: String(n).padEnd(33 * KB, 'x') };
    expect((await api.call('addTaskMessage', { key: caller.key, params: { id }, body })).status).toBe(200);
  }
  const whole = await read(id, on({ ...engine.table, contents: { ...contents, get } }));
  expect(whole.body.messages).toHaveLength(21);
  expect(most).toBe(8);
  most = 0;
  expect((await events(on({ ...engine.table, contents: { ...contents, get } }))).body.events).toHaveLength(21);
  expect(most).toBe(8);
});
