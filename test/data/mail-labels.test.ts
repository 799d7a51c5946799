import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { MAX_THREAD_LABELS } from '#shared/domain/mail/labels.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailReader } from '../support/mail-reader.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  api = new InProcessApi(engine.table);
});

/** Leaves a row of a mailbox as a release that does not know the attribute would have written it. */
async function removeAttribute(identityId: string, id: string, name: string): Promise<void> {
  const { client, name: TableName } = engine.table;
  const Key = { pk: `MAIL#${identityId}`, sk: id };
  const ExpressionAttributeNames = { '#name': name };
  await client.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE #name', ExpressionAttributeNames }));
}

test('Labels of a message are added, removed and replaced, and each change appends an event', async () => {
  const { agent, receive, update, labeled } = await mailReader(api);
  const mid = await receive('one');
  const labelsAfter = async (body: object) => (await update(mid, body)).body.labels;

  expect(await labelsAfter({ add_labels: ['vip', 'a/b:c', 'vip'] })).toEqual(['a/b:c', 'vip']);
  expect(await labelsAfter({ add_labels: ['todo'], remove_labels: ['vip', 'none'], is_read: true })).toEqual([
    'a/b:c',
    'todo',
  ]);
  expect(await labelsAfter({ labels: ['x'] })).toEqual(['x']);
  expect(await labelsAfter({ labels: ['x'], folder: 'archive' })).toEqual(['x']);
  expect(await labelsAfter({ labels: [] })).toEqual([]);
  const message = (await update(mid, { is_read: true })).body;
  expect(message).toMatchObject({ labels: [], is_read: true, folder: 'archive' });

  const of = { identity_id: agent.id, messageId: mid, threadId: message.thread_id };
  expect(await labeled()).toEqual([
    { ...of, labels: ['a/b:c', 'vip'], added: ['a/b:c', 'vip'], removed: [] },
    { ...of, labels: ['a/b:c', 'todo'], added: ['todo'], removed: ['vip'] },
    { ...of, labels: ['x'], added: ['x'], removed: ['a/b:c', 'todo'] },
    { ...of, labels: [], added: [], removed: ['x'] },
  ]);
});

test('A label that is not lowercase, too long, or one of too many is refused by its field, and changes nothing', async () => {
  const { receive, update, succeed, labeled } = await mailReader(api);
  const mid = await receive('one');
  const many = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`);
  const refusals = [
    [{ labels: ['Vip'] }, 'labels.0: lowercase letters a to z, digits, and . _ : / - after the first character'],
    [{ add_labels: ['ok', 'two words'] }, 'add_labels.1: lowercase letters a to z'],
    [{ add_labels: ['-x'] }, 'add_labels.0: lowercase letters a to z'],
    [{ add_labels: ['é'] }, 'add_labels.0: lowercase letters a to z'],
    [{ add_labels: [''] }, 'add_labels.0: at least 1 character'],
    [{ add_labels: ['a'.repeat(51)] }, 'add_labels.0: at most 50 characters'],
    [{ labels: many(21) }, 'labels: at most 20 labels'],
    [{ labels: ['a'], add_labels: ['b'] }, 'labels: either labels, or add_labels and remove_labels'],
    [{ add_labels: ['a'], remove_labels: ['a'] }, 'remove_labels: no label that is also in add_labels'],
  ] as const;
  for (const [body, message] of refusals) {
    const reply = await update(mid, body);
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining(message)]);
  }
  expect((await update(mid, { labels: many(20) })).status).toBe(200);
  const full = await update(mid, { add_labels: ['one-more'], is_read: true });
  expect([full.status, full.body.error.message]).toEqual([400, 'add_labels: at most 20 labels of one message']);
  const [message] = (await succeed('listMessages')).messages;
  expect(message).toMatchObject({ is_read: false, labels: many(20).sort() });
  expect(await labeled()).toHaveLength(1);
});

test('Lists of messages and threads are filtered by a label, and a thread has the labels of its messages', async () => {
  const { receive, update, succeed, call } = await mailReader(api);
  const one = await receive('one');
  const two = await receive('two', { answers: ['one'] });
  const other = await receive('three');
  await update(one, { add_labels: ['vip', 'todo'] });
  await update(two, { add_labels: ['vip'] });
  await update(other, { add_labels: ['todo'] });
  const messages = async (label: string) =>
    (await succeed('listMessages', { query: { label } })).messages.map(({ id }) => id);
  const threads = async (query: Record<string, string> = {}) =>
    (await succeed('listThreads', { query })).threads.map(({ labels }) => labels);

  expect(await messages('vip')).toEqual([two, one]);
  expect(await messages('todo')).toEqual([other, one]);
  expect(await messages('none')).toEqual([]);
  expect(await threads()).toEqual([['todo'], ['todo', 'vip']]);
  expect(await threads({ label: 'vip' })).toEqual([['todo', 'vip']]);

  await update(one, { remove_labels: ['vip', 'todo'] });
  expect(await threads()).toEqual([['todo'], ['vip']]);
  await update(two, { labels: [] });
  expect(await threads({ label: 'vip' })).toEqual([]);
  const refused = await call('listThreads', { query: { label: 'Vip' } });
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^label: lowercase/)]);
});

test('Labels of a blocked email count in its thread once it has one, also if an earlier release has moved it', async () => {
  const { agent, receive, update, succeed } = await mailReader(api);
  await receive('one');
  const threads = async () => (await succeed('listThreads')).threads.map(({ labels }) => labels);

  const joining = await receive('two', { answers: ['one'], blocked: true });
  await update(joining, { add_labels: ['odd'] });
  expect(await threads()).toEqual([[]]);
  await update(joining, { folder: 'inbox', add_labels: ['seen'], remove_labels: [] });
  expect(await threads()).toEqual([['odd', 'seen']]);

  const alone = await receive('three', { blocked: true });
  await update(alone, { add_labels: ['odd'] });
  await update(alone, { folder: 'archive' });
  expect(await threads()).toEqual([['odd'], ['odd', 'seen']]);

  // 0.3.0 moves a message and knows neither its labels nor the counts of a thread.
  const tid = (await succeed('listMessages')).messages[0]?.thread_id ?? '';
  await removeAttribute(agent.id, alone, 'labelsCountedIn');
  await removeAttribute(agent.id, tid, 'labelCounts');
  await update(alone, { add_labels: ['new'] });
  expect(await threads()).toEqual([
    ['new', 'odd'],
    ['odd', 'seen'],
  ]);
  await update(alone, { labels: [] });
  expect((await threads())[0]).toEqual([]);
});

test('A conversation has a limited number of different labels, and refuses another one with a message that names it', async () => {
  const { receive, update } = await mailReader(api);
  const ids = [await receive('m0')];
  for (let index = 1; index <= MAX_THREAD_LABELS / 20; index++)
    ids.push(await receive(`m${index}`, { answers: ['m0'] }));
  for (const [index, mid] of ids.slice(0, -1).entries()) {
    const labels = Array.from({ length: 20 }, (_, label) => `m${index}-${label}`);
    expect((await update(mid, { labels })).status).toBe(200);
  }
  const last = ids.at(-1) ?? '';
  const { status, body } = await update(last, { add_labels: ['another'] });
  expect([status, body.error.message]).toEqual([400, 'add_labels: at most 100 different labels in one conversation']);
  expect((await update(last, { add_labels: ['m0-1'] })).status).toBe(200);
});
