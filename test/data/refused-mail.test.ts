import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { OperationName } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, hookOrganization, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  ({ api, hook } = openHook(engine.table));
});

interface Message {
  id: string;
  thread_id: string;
  folder: string;
  rfc_message_id: string;
  created_at: string;
}

/** An agent in an organization that blocks mail from Eve. */
async function agentWithoutEve() {
  const made = await hookOrganization(api);
  const { agent, address, account } = made;
  const rule = { action: 'block', match_type: 'exact_email', match_target: 'eve@example.com', direction: 'inbound' };
  expect((await api.call('createContactRule', { key: made.key, body: rule })).status).toBe(201);
  const call = <N extends OperationName>(name: N, params: object = {}, more: object = {}) =>
    api.call(name, { key: agent.key, params: { id: agent.id, ...params }, ...more });

  /** Ingests an email and returns its message. */
  async function receive(from: 'ada' | 'eve', id: string, references: string[] = []): Promise<Message> {
    const fields = [`From: ${from}@example.com`, 'Subject: Tea', `Message-ID: <${id}@x>`];
    if (references.length > 0) fields.push(`References: ${references.map((one) => `<${one}@x>`).join(' ')}`);
    const raw_base64 = Buffer.from([...fields, '', 'text'].join('\r\n')).toString('base64');
    const { body } = await hook.submit(account, [{ raw_base64, envelope: { from: '', to: [address] } }]);
    expect(body).toMatchObject(from === 'eve' ? { blocked: 1 } : { ingested: 1 });
    return (await messages()).find(({ rfc_message_id }) => rfc_message_id === `<${id}@x>`) as Message;
  }
  const messages = async (query: object = {}) => (await call('listMessages', {}, { query })).body.messages;
  const threads = async () => (await call('listThreads')).body.threads;
  const thread = async (tid: string) => (await call('getThread', { tid })).body;
  const change = async (mid: string, body: object) => (await call('updateMessage', { mid }, { body })).body as Message;
  return { call, receive, messages, threads, thread, change };
}

describe('a blocked mail', () => {
  test('A blocked mail is listed in its folder, and in no thread', async () => {
    const { call, receive, messages, threads } = await agentWithoutEve();
    const { id, thread_id } = await receive('eve', '1');
    expect((await messages({ folder: 'blocked' })).map((one) => one.id)).toEqual([id]);
    expect(await threads()).toEqual([]);
    expect((await call('getThread', { tid: thread_id })).status).toBe(404);
    expect(await messages({ thread_id })).toEqual([]);
  });

  test('A blocked mail changes nothing of the thread that it references', async () => {
    const { receive, messages, thread } = await agentWithoutEve();
    const { id, thread_id } = await receive('ada', '1');
    const before = await thread(thread_id);
    const refused = await receive('eve', '2', ['1']);
    expect(refused.thread_id).not.toBe(thread_id);
    expect(await thread(thread_id)).toEqual(before);
    expect((await messages({ thread_id })).map((one) => one.id)).toEqual([id]);
  });

  test('A blocked mail does not change the thread of a later mail', async () => {
    const { receive, threads, thread } = await agentWithoutEve();
    const { thread_id: refused } = await receive('eve', '1', ['0']);
    const one = await receive('ada', '2', ['0']);
    const two = await receive('ada', '3', ['1']);
    const three = await receive('ada', '4', ['0', '1']);
    expect(new Set([refused, one.thread_id, two.thread_id]).size).toBe(3);
    expect(three.thread_id).toBe(two.thread_id);
    expect(await threads()).toHaveLength(2);
    expect(await thread(two.thread_id)).toMatchObject({
      message_count: 2,
      messages: [{ id: two.id }, { id: three.id }],
    });
  });

  test('A blocked mail is not in the thread that a reply to it begins', async () => {
    const { call, receive, thread } = await agentWithoutEve();
    const { id, thread_id } = await receive('eve', '1');
    const body = { in_reply_to_message_id: id, text: 'No.', to: 'bob@example.com' };
    const sent = await call('sendMail', {}, { body });
    expect(sent.status).toBe(202);
    expect(sent.body.thread_id).not.toBe(thread_id);
    expect(await thread(sent.body.thread_id)).toMatchObject({ message_count: 1, messages: [{ id: sent.body.id }] });
  });

  test('A blocked mail has no thread while it stays in its folder', async () => {
    const { call, receive, change, threads } = await agentWithoutEve();
    const { id, thread_id } = await receive('eve', '1');
    expect(await change(id, { is_read: true })).toMatchObject({ folder: 'blocked', thread_id });
    expect(await change(id, { folder: 'blocked' })).toMatchObject({ thread_id });
    expect(await threads()).toEqual([]);
    expect((await call('getThread', { tid: thread_id })).status).toBe(404);
  });
});

describe('an email with several authors', () => {
  /** Ingests an email of these authors, with the verdict of DMARC, and returns its record and the events. */
  async function receiveFrom(authors: string[], rules: object[], mode: 'blocklist' | 'allowlist') {
    const { key, agent, address, account, events } = await hookOrganization(api);
    for (const rule of rules) {
      const body = { match_type: 'exact_email', direction: 'inbound', ...rule };
      expect((await api.call('createContactRule', { key, body })).status).toBe(201);
    }
    await api.call('setContactSettings', { key, body: { filter_mode: mode } });
    const raw = [
      `From: ${authors.join(', ')}`,
      `Sender: ${authors[0]}`,
      'Message-ID: <1@x>',
      'Subject: Tea',
      '',
      'text',
    ];
    const raw_base64 = Buffer.from(raw.join('\r\n')).toString('base64');
    await hook.submit(account, [{ raw_base64, envelope: { from: '', to: [address] } }]);
    const list = await api.call('listMessages', { key: agent.key, params: { id: agent.id } });
    const received = (await events()).find(({ type }) => type === 'mail.received');
    const [message] = list.body.messages;
    if (message === undefined) throw new Error('the mail was not ingested');
    return { message, received };
  }

  const block = (match_target: string) => ({ action: 'block', match_target });
  const allow = (match_target: string) => ({ action: 'allow', match_target });

  test.each([
    ['first', 'eve@e.example'],
    ['second', 'ada@a.example'],
    ['third', 'bob@b.example'],
  ])('A mail is blocked if its %s author is', async (_, blocked) => {
    const { message, received } = await receiveFrom(
      ['eve@e.example', 'Ada <ada@a.example>', 'bob@b.example'],
      [block(blocked)],
      'blocklist',
    );
    expect(message).toMatchObject({ folder: 'blocked' });
    expect(received).toBeUndefined();
  });

  test('An email of authors that no rule blocks arrives, and record, event and thread name them', async () => {
    const { message, received } = await receiveFrom(['Ada <ada@a.example>', 'bob@b.example'], [], 'blocklist');
    expect(message).toMatchObject({
      folder: 'inbox',
      from: [
        { address: 'ada@a.example', name: 'Ada' },
        { address: 'bob@b.example', name: null },
      ],
      auth: { sender_verified: false },
    });
    expect(received).toMatchObject({ payload: { from: 'ada@a.example' } });
  });

  test('An allowlist refuses an email that has an author who is not allowed, or not verified', async () => {
    const authors = ['ada@a.example', 'bob@b.example'];
    const one = await receiveFrom(authors, [allow('ada@a.example')], 'allowlist');
    const both = await receiveFrom(authors, authors.map(allow), 'allowlist');
    expect([one.message.folder, both.message.folder]).toEqual(['blocked', 'blocked']);
  });

  test('An email with more than 20 authors is refused, and its record says why', async () => {
    const authors = Array.from({ length: 21 }, (_, index) => `a${index}@a.example`);
    const { message } = await receiveFrom(authors, [block('a20@a.example')], 'blocklist');
    expect(message).toMatchObject({ folder: 'blocked', detail: 'refused: more than 20 authors' });
    expect(message.from).toHaveLength(21);
  });
});

describe('an email that is moved out of the folder of blocked mail', () => {
  test('An email that is moved out of the blocked folder begins a thread, which later replies to it join', async () => {
    const { receive, change, thread } = await agentWithoutEve();
    const { id, thread_id, created_at } = await receive('eve', '1');
    expect(await change(id, { folder: 'inbox' })).toMatchObject({ id, folder: 'inbox', thread_id });
    expect(await thread(thread_id)).toMatchObject({ created_at, last_message_at: created_at, message_count: 1 });
    expect((await receive('ada', '2', ['1'])).thread_id).toBe(thread_id);
    expect(await thread(thread_id)).toMatchObject({ message_count: 2 });
  });

  test('An email that is moved out of the blocked folder joins the thread that it references, at its own time', async () => {
    const { receive, change, thread } = await agentWithoutEve();
    const first = await receive('ada', '1');
    const refused = await receive('eve', '2', ['1']);
    const last = await receive('ada', '3', ['1', '2']);
    expect((await change(refused.id, { folder: 'inbox' })).thread_id).toBe(first.thread_id);
    expect(await thread(first.thread_id)).toMatchObject({
      message_count: 3,
      last_message_at: last.created_at,
      messages: [{ id: first.id }, { id: refused.id }, { id: last.id }],
    });
  });

  test('An email that is moved out of the blocked folder is the latest of its thread if none followed it', async () => {
    const { receive, change, thread } = await agentWithoutEve();
    const first = await receive('ada', '1');
    const refused = await receive('eve', '2', ['1']);
    await change(refused.id, { folder: 'archive' });
    expect(await thread(first.thread_id)).toMatchObject({ message_count: 2, last_message_at: refused.created_at });
  });

  test('An email joins a thread once, however often it is moved, and stays in its thread when it is moved back', async () => {
    const { receive, change, thread } = await agentWithoutEve();
    const { id, thread_id } = await receive('eve', '1');
    const folders = ['inbox', 'archive', 'spam', 'inbox', 'archive'];
    await Promise.all(folders.map((folder) => change(id, { folder })));
    await change(id, { folder: 'blocked' });
    expect(await thread(thread_id)).toMatchObject({ message_count: 1, messages: [{ id, folder: 'blocked' }] });
  });
});
