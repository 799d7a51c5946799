import { BatchGetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours: org, caller, worker } = {} as TwoAgents;

beforeEach(async () => {
  ({ api, ours: org, caller, worker } = await twoAgents(engine.table, { sameOrganization: true }));
});

const KB = 1024;
const send = (body: object, more: { idempotencyKey?: string } = {}) =>
  api.call('createTask', { key: caller.key, body: { to_handle: worker.handle, ...body }, ...more });
const reply = (id: string, body: object, more: { idempotencyKey?: string } = {}) =>
  api.call('replyToTask', { key: worker.key, params: { id }, body, ...more });
const add = (id: string, body: object) => api.call('addTaskMessage', { key: caller.key, params: { id }, body });
const read = (id: string, query: Record<string, string> = {}) =>
  api.call('getTask', { key: caller.key, params: { id }, query });

describe('sizes of tasks', () => {
  test('Content of 256 KB fits into the task, the log and the idempotency record', async () => {
    const text = 'x'.repeat(256 * KB);
    const made = await send({ parts: [{ text }] }, { idempotencyKey: 'k' });
    expect(made.status).toBe(201);
    expect(made.body.messages[0]?.parts[0]?.text).toBe(text);
    const again = await send({ parts: [{ text }] }, { idempotencyKey: 'k' });
    expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', made.body]);
    expect((await send({ message: text })).status).toBe(201);

    const { body: log } = await api.call('listEvents', { key: org.key });
    const [byText, byParts] = log.events.map(
      (event: { payload: { message: string; parts: object[] } }) => event.payload,
    );
    expect(byParts).toMatchObject({ message: null, parts: [{ text }] });
    // Too long to be stored inline twice.
    expect(byText).toMatchObject({ message: null, parts: [{ text }] });
  });

  test('Content of the largest size is stored, and a reply without room for all of it says so', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, '語'.repeat(500)]));
    const { id } = (await send({ parts: [{ text: 'x'.repeat(256 * KB) }], metadata })).body;
    const large = {
      state: 'working',
      message: 'y'.repeat(256 * KB),
      result: 'r'.repeat(63 * KB),
      artifacts: [{ artifact_id: 'a', parts: [{ text: 'z'.repeat(250 * KB) }] }],
    };
    const written = await reply(id, large, { idempotencyKey: 'k' });
    expect(written.status).toBe(200);
    expect(written.body).toMatchObject({ message_count: 2, artifact_count: 1 });
    expect(written.body.messages).toHaveLength(1);
    expect(written.body).not.toHaveProperty('result');
    const replayed = await reply(id, large, { idempotencyKey: 'k' });
    expect([replayed.headers['idempotency-replayed'], replayed.body]).toEqual(['true', written.body]);
    const whole = (await read(id)).body;
    expect(whole.messages.map(({ role }: { role: string }) => role)).toEqual(['caller', 'worker']);
    expect(whole).toMatchObject({ result: large.result, metadata, artifacts: [{ artifact_id: 'a' }] });
  });

  test('Numbers, nulls and nesting of data and results are returned unchanged', async () => {
    const data = { a: [1e300, -0.1, 2 ** 53, null, true, { '': [[]] }], b: '' };
    const { id } = (await send({ parts: [{ data }, { data: null }, { data: 0 }, { raw: '' }] })).body;
    await reply(id, { state: 'working', result: data });
    const { messages, result } = (await read(id)).body;
    const same = JSON.parse(JSON.stringify(data));
    expect(messages[0]?.parts).toEqual([{ data: same }, { data: null }, { data: 0 }, { raw: '' }]);
    expect(result).toEqual(same);
    for (const value of [false, 0, '', [], null]) {
      await reply(id, { state: 'working', result: value });
      expect((await read(id)).body.result).toEqual(value);
    }
  });

  test('A long conversation is read in pages', async () => {
    const text = 'x'.repeat(250 * KB);
    const { id } = (await send({ message: 'm0' })).body;
    for (let n = 1; n <= 14; n++) expect((await add(id, { parts: [{ text }, { text: `m${n}` }] })).status).toBe(200);
    const seen: string[] = [];
    let query: Record<string, string> = {};
    for (;;) {
      const { messages, message_count } = (await read(id, query)).body;
      expect(message_count).toBe(15);
      if (messages.length === 0) break;
      seen.unshift(...messages.map(({ parts }) => parts.at(-1)?.text ?? ''));
      query = { messages_before: messages[0]?.created_at ?? '' };
    }
    expect(seen).toEqual(Array.from({ length: 15 }, (_, n) => `m${n}`));
    const listed = (await api.call('listTasks', { key: caller.key })).body.tasks;
    expect(listed[0]?.messages.length).toBeLessThan(15);
    expect(listed[0]?.message_count).toBe(15);
  });

  test('A task has at most 1,000 messages, and can still be ended then', async () => {
    const { id } = (await send({ message: 'x' })).body;
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: { pk: `TASK#${id}`, sk: 'TASK' },
        UpdateExpression: 'SET messageCount = :n',
        ExpressionAttributeValues: { ':n': 999 },
      }),
    );
    expect((await add(id, { message: 'the last' })).status).toBe(200);
    for (const refused of [await add(id, { message: 'x' }), await reply(id, { state: 'completed', message: 'x' })]) {
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        'message: at most 1000 messages per task: send a new task, or end this one with a reply without a message',
      ]);
    }
    expect((await reply(id, { state: 'completed' })).body.state).toBe('completed');
  });
});

describe('lists', () => {
  test('Lists of tasks page by time, and filter by direction, state and context', async () => {
    const first = (await send({ message: '0' })).body;
    for (let n = 1; n < 7; n++) await send({ message: String(n), ...(n % 2 && { context_id: first.context_id }) });
    await reply(first.id, { state: 'completed' });
    // In the other direction, in the same context.
    const back = await api.call('createTask', {
      key: worker.key,
      body: { to_handle: caller.handle, message: 'back', context_id: first.context_id },
    });
    expect(back.status).toBe(201);

    type Listed = { id: string; state: string; created_at: string; context_id: string };
    const list = async (key: string, query: Record<string, string> = {}) =>
      (await api.call('listTasks', { key, query })).body.tasks as Listed[];
    const pages: Listed[] = [];
    for (;;) {
      const before = pages.at(-1)?.created_at;
      const page = await list(caller.key, { limit: '3', ...(before && { before }) });
      pages.push(...page);
      if (page.length < 3) break;
    }
    expect(pages).toHaveLength(8);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(8);
    expect(pages).toEqual(await list(org.key));
    expect(pages.map(({ created_at }) => created_at)).toEqual(
      [...pages]
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    );

    expect(await list(caller.key, { direction: 'outbound' })).toHaveLength(7);
    expect(await list(caller.key, { direction: 'inbound' })).toHaveLength(1);
    expect(await list(org.key, { direction: 'inbound' })).toHaveLength(8);
    expect(await list(worker.key, { state: 'completed' })).toMatchObject([{ id: first.id }]);
    expect(await list(worker.key, { state: 'submitted', direction: 'inbound' })).toHaveLength(6);
    expect(await list(worker.key, { context_id: first.context_id })).toHaveLength(5);
    expect(await list(worker.key, { context_id: first.context_id, state: 'completed' })).toHaveLength(1);
    const stranger = await api.agent(org.key);
    expect(await list(stranger.key)).toEqual([]);
    expect(await list(stranger.key, { context_id: first.context_id })).toEqual([]);
    expect(await list(worker.key, { context_id: 'nonsense' })).toEqual([]);
  });

  test('A filter that few tasks match reads more of them per query, and not one after the other', async () => {
    for (let n = 0; n < 24; n++) expect((await send({ message: 'x' })).status).toBe(201);
    const asked = vi.spyOn(engine.table.client, 'send');
    const query = { state: 'rejected', limit: '1' };
    expect((await api.call('listTasks', { key: caller.key, query })).body.tasks).toEqual([]);
    const named = (type: object) => asked.mock.calls.filter(([command]) => command.constructor === type).length;
    // Queries of 1, 4 and 16 tasks, and of the rest.
    expect([named(QueryCommand), named(BatchGetCommand)]).toEqual([4, 4]);
  });
});
