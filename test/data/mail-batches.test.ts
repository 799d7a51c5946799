import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { MAX_EXAMINED_ROWS } from '#shared/data/bounded-read.ts';
import { findMessage, messageKey } from '#shared/data/entities/mail/message.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { inProcess, useEndingProcesses } from '../support/ending-processes.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { type MailReader, mailReader } from '../support/mail-reader.ts';
import { recordedReads } from '../support/recorded-reads.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
});

useEndingProcesses(() => [engine.table]);

async function receiveMany(reader: MailReader, count: number): Promise<string[]> {
  const ids: string[] = [];
  // Two threads, so that changes of several messages meet in the row of one.
  for (let index = 0; index < count; index++) {
    ids.push(await reader.receive(`m${index}`, index < 2 ? {} : { answers: [`m${index % 2}`] }));
  }
  return ids;
}

const stateOf = async ({ succeed }: MailReader) =>
  new Map((await succeed('listMessages', { query: { limit: '200' } })).messages.map((one) => [one.id, one]));

test('A change of many messages says which are changed, and foreign, missing and other ids are the same', async () => {
  const reader = await mailReader(api);
  const neighbor = await mailReader(api, reader.orgKey);
  const stranger = await mailReader(api);
  const ids = await receiveMany(reader, 3);
  const foreign = [await neighbor.receive('n'), await stranger.receive('s')];
  const missing = [
    makeId('message', Date.now(), randomPart()),
    'x',
    (await stateOf(reader)).get(ids[0] ?? '')?.thread_id,
  ];
  const body = { ids: [...ids, ...foreign, ...missing, ids[0]], is_read: true, add_labels: ['seen'] };
  const { updated, not_found, refused } = await reader.succeed('updateMessages', { body });

  expect([updated, not_found, refused]).toEqual([ids, [...foreign, ...missing], []]);
  for (const message of (await stateOf(reader)).values())
    expect(message).toMatchObject({ is_read: true, labels: ['seen'] });
  for (const other of [neighbor, stranger]) {
    for (const one of (await stateOf(other)).values()) expect(one).toMatchObject({ is_read: false, labels: [] });
  }
  expect((await reader.labeled()).map(({ messageId }) => messageId)).toEqual(ids);
  const noAccess = await api.call('updateMessages', { key: neighbor.agent.key, params: { id: reader.agent.id }, body });
  expect(noAccess.status).toBe(403);
});

test('Messages that cannot be changed are named with the reason, and keep no other from being changed', async () => {
  const reader = await mailReader(api);
  const received = await reader.receive('received');
  const sent = await reader.receive('sent', { more: { direction: 'outbound', status: 'sent', folder: 'sent' } });
  const full = await reader.receive('full', {
    more: { labels: Array.from({ length: 20 }, (_, index) => `a${index + 10}`) },
  });
  const ids = [received, sent, full];

  const moved = await reader.succeed('updateMessages', { body: { ids, folder: 'inbox', is_read: true } });
  expect(moved).toEqual({
    updated: [received, full],
    not_found: [],
    refused: [{ id: sent, code: 'validation.failed', message: 'folder: one of sent, archive for an outbound message' }],
  });
  const labeled = await reader.succeed('updateMessages', { body: { ids, add_labels: ['b'] } });
  expect(labeled).toMatchObject({ updated: [received, sent], refused: [{ id: full }] });
  expect((await reader.labeled()).map(({ messageId }) => messageId)).toEqual([received, sent]);
});

test('Blocked emails that are moved together join the thread that they name', async () => {
  const reader = await mailReader(api);
  const [one, two] = [
    await reader.receive('a', { blocked: true }),
    await reader.receive('b', { blocked: true, answers: ['a'] }),
  ];
  const body = { ids: [one, two], folder: 'inbox', add_labels: ['freed'] };
  expect((await reader.succeed('updateMessages', { body })).updated).toEqual([one, two]);
  const { threads } = await reader.succeed('listThreads');
  expect(threads.map(({ message_count, labels }) => [message_count, labels])).toEqual([[2, ['freed']]]);
});

test('A body without ids, with too many, or without a change is refused by its field', async () => {
  const { call } = await mailReader(api);
  const refusals = [
    [{ is_read: true }, 'ids:'],
    [{ ids: [], is_read: true }, 'ids: at least 1 id'],
    [{ ids: Array(101).fill('x'), is_read: true }, 'ids: at most 100 ids'],
    [{ ids: ['x'] }, 'is_read or folder or add_labels or remove_labels'],
    [{ ids: ['x'], labels: ['a'] }, 'labels'],
  ] as const;
  for (const [body, message] of refusals) {
    const reply = await call('updateMessages', { body });
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining(message)]);
  }
});

test('A change of many messages that is killed at any write completes when it is repeated, with one event of each', {
  timeout: 600_000,
}, async () => {
  // Tickets of its events are writes too, so a cut early in the request and one in the middle of it.
  for (const at of [0, 20, 28, 33]) {
    const reader = await mailReader(api);
    const ids = await receiveMany(reader, 30);
    const change = { body: { ids, is_read: true, add_labels: ['done'] }, idempotencyKey: `kill-${at}` };
    await inProcess({ at, how: 'after' }, () => reader.call('updateMessages', change));
    const { updated } = await reader.succeed('updateMessages', change);
    expect(updated).toEqual(ids);
    for (const one of (await stateOf(reader)).values()) expect(one).toMatchObject({ is_read: true, labels: ['done'] });
    expect((await reader.labeled()).map(({ messageId }) => messageId).sort()).toEqual([...ids].sort());
    const replayed = await reader.call('updateMessages', change);
    expect([replayed.headers['idempotency-replayed'], replayed.body.updated]).toEqual(['true', ids]);
  }
});

test('All of a folder or of a thread is marked as read, also when the request is killed and repeated', async () => {
  const reader = await mailReader(api);
  const ids = await receiveMany(reader, 6);
  const archived = ids[4] ?? '';
  await reader.update(archived, { folder: 'archive' });
  const unread = async () =>
    (await reader.succeed('listMessages', { query: { is_read: 'false' } })).messages.map(({ id }) => id);

  const threadId = (await stateOf(reader)).get(archived)?.thread_id ?? '';
  const before = (await stateOf(reader)).get(archived)?.created_at;
  const early = await reader.succeed('markMessagesRead', { body: { thread_id: threadId, before } });
  expect(early).toEqual({ updated_count: 2, continue_before: null });
  expect(await unread()).toEqual([ids[5], ids[4], ids[3], ids[1]]);

  const all = { body: { folder: 'inbox' }, idempotencyKey: 'all' };
  await inProcess({ at: 0, how: 'after' }, () => reader.call('markMessagesRead', all));
  await reader.succeed('markMessagesRead', all);
  expect(await unread()).toEqual([archived]);
  expect(await reader.labeled()).toEqual([]);
  for (const body of [{}, { folder: 'inbox', thread_id: threadId }]) {
    const { status, body: refusal } = await reader.call('markMessagesRead', { body });
    expect([status, refusal.error.message]).toEqual([400, expect.stringContaining('either folder or thread_id')]);
  }
});

test('Unread messages are counted, and marked as read, in parts that add up to all of them', async () => {
  const reader = await mailReader(api);
  const id = await reader.receive('first');
  const message = await findMessage(engine.table, reader.agent.id, id);
  if (message === undefined) throw new Error('no message');
  const total = MAX_EXAMINED_ROWS + 7;
  const rows = Array.from({ length: total - 1 }, (_, index) => {
    const createdAt = message.createdAt + index + 1;
    const copy = {
      id: makeId('message', createdAt, randomPart()),
      createdAt,
      folder: index % 3 === 0 ? 'spam' : 'inbox',
    };
    return { ...message, ...copy, ...messageKey(reader.agent.id, copy.id) };
  });
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await engine.table.client.send(new BatchWriteCommand({ RequestItems: { [engine.table.name]: requests } }));
  }
  const counts = async () => {
    const sum: Record<string, number> = {};
    for (let before: string | null | undefined; before !== null; ) {
      const query: Record<string, string> = before === undefined ? {} : { before };
      const reply = await reader.succeed('getMailFolders', { query });
      for (const { folder, unread_count } of reply.folders) sum[folder] = (sum[folder] ?? 0) + unread_count;
      before = reply.continue_before;
    }
    return sum;
  };
  const spam = Math.ceil((total - 1) / 3);
  const none = { sent: 0, blocked: 0, archive: 0 };
  const recorded = recordedReads(engine.table);
  const watched = new InProcessApi(recorded.table);
  const { key } = reader.agent;
  const params = { id: reader.agent.id };
  for (const [name, more] of [
    ['getMailFolders', {}],
    ['listMessages', { query: { folder: 'archive' } }],
    ['listThreads', { query: { label: 'none' } }],
    ['markMessagesRead', { body: { folder: 'archive' } }],
  ] as const) {
    const from = recorded.reads.length;
    expect((await watched.call(name, { key, params, ...more })).status, name).toBe(200);
    // Rows are charged, and the one after the last is enough to know that there is more.
    const queries = recorded.reads.slice(from).filter(({ limit }) => limit !== undefined);
    const rows = queries.reduce((sum, read) => sum + read.rows, 0);
    expect(rows, name).toBe(name === 'listThreads' ? 1 : MAX_EXAMINED_ROWS + 1);
  }
  expect(await counts()).toEqual({ ...none, inbox: total - spam, spam });

  let marked = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const reply = await reader.succeed('markMessagesRead', { body: { folder: 'spam', before } });
    marked += reply.updated_count;
    before = reply.continue_before;
  }
  expect(marked).toBe(spam);
  expect(await counts()).toEqual({ ...none, inbox: total - spam, spam: 0 });
});

test('The messages of all agents are one list, of which pages lose none, for keys of the organization only', async () => {
  const readers = [await mailReader(api)];
  const orgKey = readers[0]?.orgKey ?? '';
  for (let index = 1; index < 3; index++) readers.push(await mailReader(api, orgKey));
  const stranger = await mailReader(api);
  await stranger.receive('foreign');
  const expected: string[] = [];
  for (let index = 0; index < 30; index++) {
    // Nearly all of them of one agent, none of another one.
    const reader = readers[index % 5 === 0 ? 1 : 0] as MailReader;
    expected.unshift(await reader.receive(`m${index}`, { more: { isRead: index % 4 === 0 } }));
  }
  const list = async (query: Record<string, string>) => {
    const { status, body } = await api.call('listAllMessages', { key: orgKey, query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.messages;
  };
  const paged: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await list({ limit: '4', ...(before !== undefined && { before }) });
    paged.push(...page.map(({ id }) => id));
    before = page.at(-1)?.created_at;
    if (page.length < 4) break;
  }
  expect(paged).toEqual(expected);
  const read = await list({ is_read: 'true' });
  expect(read.map(({ subject }) => subject)).toEqual(['m28', 'm24', 'm20', 'm16', 'm12', 'm8', 'm4', 'm0']);
  const refused = await api.call('listAllMessages', { key: readers[0]?.agent.key ?? '' });
  expect(refused.status).toBe(403);
});
