import { beforeAll, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../support/log-reader.ts';
import { secondClient, type ToolReply } from '../support/mcp-clients.ts';

/** The verdicts of an email as the local profile takes them from its header. */
const VERDICTS = { spam: 'spam=fail', virus: 'virus=fail' } as const;

let agent: Agent;
let thread: string;
/** The subjects of an ordinary email and of two replies to it: spam, and one with a virus. */
const subjects = { good: freshName('good'), spam: freshName('spam'), virus: freshName('virus') };

beforeAll(async () => {
  agent = await makeAgent(await makeOrganization());
  const messageId = `<${freshName('id')}@sender.example>`;
  const from = 'ada@sender.example';
  await sendMail({ from, to: agent.address, subject: subjects.good, text: 'Hello', messageId });
  const good = await messageWith(agent, subjects.good);
  thread = good.thread_id;
  for (const kind of ['spam', 'virus'] as const) {
    const headers = { 'x-local-verdicts': VERDICTS[kind] };
    await sendMail({ from, to: agent.address, subject: subjects[kind], text: kind, inReplyTo: messageId, headers });
    await messageWith(agent, subjects[kind]);
  }
});

const subjectsIn = (reply: ToolReply) => {
  const shown = JSON.stringify(reply.structuredContent);
  return Object.entries(subjects).flatMap(([kind, subject]) => (shown.includes(subject) ? [kind] : []));
};

test('Lists leave out spam and mail with a virus and count them, unless their folder is named', async () => {
  const client = await secondClient({ key: agent.key });
  for (const [name, args] of [
    ['list_messages', {}],
    ['list_messages', { limit: 1 }],
    ['search_messages', { query: 'sender.example' }],
  ] as const) {
    const reply = await client.call(name, args);
    expect(subjectsIn(reply)).toEqual(['good']);
    expect(reply.structuredContent.left_out).toEqual({ blocked: 1, spam: 1 });
  }
  const spam = await client.call('list_messages', { folder: 'spam' });
  expect(subjectsIn(spam)).toEqual(['spam']);
  expect(spam.structuredContent.left_out).toBeUndefined();
  expect(subjectsIn(await client.call('search_messages', { query: 'sender.example', folder: 'blocked' }))).toEqual([
    'virus',
  ]);
});

test('A message with a virus stays left out in the inbox, and is shown where the inbox is named', async () => {
  const client = await secondClient({ key: agent.key });
  const { id: mid } = await messageWith(agent, subjects.virus);
  const move = (folder: string) => agent.api.ok('updateMessage', { params: { id: agent.id, mid }, body: { folder } });
  await move('inbox');
  expect(subjectsIn(await client.call('list_messages', {}))).toEqual(['good']);
  const named = await client.call('list_messages', { folder: 'inbox' });
  expect(subjectsIn(named)).toEqual(['good', 'virus']);
  await move('blocked');
});

test('A conversation, the log and a wait leave out spam and count it', async () => {
  const client = await secondClient({ key: agent.key });
  const conversation = await client.call('get_thread', { thread_id: thread });
  expect(subjectsIn(conversation)).toEqual(['good']);
  expect(conversation.structuredContent.left_out).toMatchObject({ spam: 1 });
  const log = await client.call('list_events', { type: 'mail.received' });
  expect(subjectsIn(log)).toEqual(['good']);
  expect(log.structuredContent.left_out).toMatchObject({ spam: 1 });
  const wait = { type: 'mail.received', timeout_seconds: 0, cursor: new Date(0).toISOString() };
  const first = await client.call('wait_for_event', wait);
  expect(subjectsIn(first)).toEqual(['good']);
  const { next_cursor: cursor } = first.structuredContent;
  const next = await client.call('wait_for_event', { ...wait, timeout_seconds: 3, cursor });
  expect(subjectsIn(next)).toEqual([]);
  expect(next.structuredContent).toMatchObject({ timed_out: true, left_out: { spam: 1 } });
  expect(Date.parse(next.structuredContent.next_cursor)).toBeGreaterThan(Date.parse(cursor));
});
