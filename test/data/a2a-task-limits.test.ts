import { beforeAll, describe, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { eventsIn, type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours: org, caller, worker } = {} as TwoAgents;

beforeAll(async () => {
  ({ api, ours: org, caller, worker } = await twoAgents(engine.table, { sameOrganization: true }));
});

const KB = 1024;
const send = (body: object, more: { idempotencyKey?: string } = {}) =>
  api.call('createTask', { key: caller.key, body: { to_handle: worker.handle, ...body }, ...more });
const reply = (id: string, body: object, more: { idempotencyKey?: string } = {}) =>
  api.call('replyToTask', { key: worker.key, params: { id }, body, ...more });
const add = (id: string, body: object) => api.call('addTaskMessage', { key: caller.key, params: { id }, body });

async function everything() {
  return [(await api.call('listTasks', { key: org.key, query: { limit: '200' } })).body, await eventsIn(api, org)];
}

describe('rejected requests', () => {
  const texts = (count: number) => Array.from({ length: count }, () => ({ text: 'x' }));
  const BAD: [string, object, string][] = [
    ['65 parts', { parts: texts(65) }, 'parts: at most 64 parts'],
    ['no parts', { parts: [] }, 'parts: at least one part'],
    ['more than 256 KB in one part', { parts: [{ text: 'x'.repeat(256 * KB + 1) }] }, 'parts: at most 256 KB in total'],
    [
      'more than 256 KB in several',
      { parts: [{ text: 'é'.repeat(100 * KB) }, { data: 'x'.repeat(57 * KB) }] },
      'parts: at most 256 KB in total',
    ],
    ['very many escapes', { parts: [{ text: '\u0001'.repeat(60 * KB) }] }, 'parts: at most 280 KB of JSON'],
    ['a long text', { message: 'é'.repeat(129 * KB) }, 'message: at most 256 KB in total'],
    [
      'a part of two kinds',
      { parts: [{ text: 'x', url: 'https://x.example' }] },
      'parts.0: exactly one of text, raw, url and data',
    ],
    ['a part of no kind', { parts: [{ media_type: 'text/plain' }] }, 'parts.0: exactly one of text, raw, url and data'],
    [
      'a part in another spelling',
      { parts: [{ text: 'x', mediaType: 'text/plain' }] },
      'parts.0.mediaType: not a known field',
    ],
    ['no base64', { parts: [{ raw: 'not base64!' }] }, 'parts.0.raw: '],
    ['no URL', { parts: [{ url: '/relative' }] }, 'parts.0.url: an absolute URL'],
    ['a URL without a host', { parts: [{ url: 'https:///x' }] }, 'parts.0.url: an absolute URL'],
    ['an invalid media type', { parts: [{ text: 'x', media_type: 'text' }] }, 'parts.0.media_type: a media type'],
    ['message and parts', { message: 'x', parts: texts(1) }, 'message: not together with parts'],
    ['neither', {}, 'message: required, or parts'],
    [
      'two targets',
      { message: 'x', to_identity_id: 'agt_x' },
      'to_handle: exactly one of to_handle and to_identity_id',
    ],
    ['metadata that is too large', { message: 'x', metadata: { a: 1 } }, 'metadata.a: '],
    ['an empty message id', { message: 'x', message_id: '' }, 'message_id: '],
  ];

  test('A new task that the schema does not allow is rejected by the name of its field, and changes nothing', async () => {
    const before = await everything();
    for (const [name, body, message] of BAD) {
      const { status, body: refused } = await send(body);
      expect([status, refused.error?.message], name).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await everything()).toEqual(before);
  });

  test('A task in a context that the two agents do not have is rejected, in any form', async () => {
    const stranger = await api.agent(org.key);
    const theirs = await api.call('createTask', {
      key: stranger.key,
      body: { to_handle: worker.handle, message: 'x' },
    });
    const before = await everything();
    const unknown = await send({ to_handle: 'no-such-agent', message: 'x' });
    for (const context_id of [theirs.body.context_id, 'ctx_nonsense', theirs.body.id, '']) {
      const { status, body } = await send({ message: 'x', context_id });
      expect([status, body.error.code, body.error.message]).toEqual([
        404,
        'resource.not_found',
        unknown.body.error.message,
      ]);
    }
    expect(await everything()).toEqual(before);
  });

  test('A step on a task that does not exist, or belongs to other agents, is rejected', async () => {
    const { id } = (await send({ message: 'x' })).body;
    const stranger = await api.agent(org.key);
    const before = await everything();
    const outsider = await api.organization();
    const elsewhere = await api.agent(outsider.key);
    for (const key of [stranger.key, elsewhere.key]) {
      for (const [name, body] of [
        ['replyToTask', { state: 'working' }],
        ['addTaskMessage', { message: 'x' }],
        ['cancelTask', {}],
      ] as const) {
        const refused = await api.call(name, { key, params: { id }, body });
        const missing = await api.call(name, { key, params: { id: 'tsk_nonsense' }, body });
        expect([refused.status, missing.status]).toEqual([404, 404]);
        expect(refused.body.error.message).toBe(missing.body.error.message);
      }
      expect((await api.call('getTask', { key, params: { id } })).status).toBe(404);
    }
    expect((await api.call('getTask', { key: outsider.key, params: { id } })).status).toBe(404);
    expect(await everything()).toEqual(before);
  });

  test('A reply with a state that the worker may not set, or with too much content, is rejected', async () => {
    const { id } = (await send({ message: 'x' })).body;
    const before = await everything();
    for (const state of ['submitted', 'canceled', 'done', undefined])
      expect((await reply(id, { state })).status).toBe(400);
    const artifact = (bytes: number, artifact_id?: string) => ({ artifact_id, parts: [{ text: 'x'.repeat(bytes) }] });
    for (const [more, field] of [
      [{ result: 'x'.repeat(64 * KB) }, 'result'],
      [{ artifacts: [artifact(150 * KB), artifact(150 * KB)] }, 'artifacts'],
      [{ artifacts: Array.from({ length: 65 }, () => artifact(1)) }, 'artifacts'],
      [{ artifacts: [artifact(1, 'same'), artifact(1, 'same')] }, 'artifacts'],
    ] as const) {
      const { status, body } = await reply(id, { state: 'working', ...more });
      expect([status, body.error?.message]).toEqual([400, expect.stringMatching(`^${field}`)]);
    }
    expect(await everything()).toEqual(before);
  });

  test('A message id that was used for another task or message is rejected', async () => {
    const other = await api.agent(org.key);
    const first = (await send({ message: 'x', message_id: 'one' })).body;
    const second = (await send({ message: 'x' })).body;
    expect((await send({ message: 'other words', message_id: 'one' })).body).toEqual(first);
    expect((await send({ to_handle: other.handle, message: 'x', message_id: 'one' })).status).toBe(400);
    expect((await add(second.id, { message: 'x', message_id: 'one' })).status).toBe(400);
    expect((await add(first.id, { message: 'x', message_id: 'one' })).body).toEqual(first);
    // Each sender has its own message ids.
    const theirs = await api.call('createTask', {
      key: other.key,
      body: { to_handle: worker.handle, message: 'x', message_id: 'one' },
    });
    expect(theirs.status).toBe(201);
  });
});
