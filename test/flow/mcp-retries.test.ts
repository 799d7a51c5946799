import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { secondClient, textOf } from '../support/mcp-clients.ts';
import { ACCEPTS_ALL, connectedAgent, sentId, sentSubjects } from '../support/mcp-sending.ts';

test('A retry says that the email was already sent, and when', async () => {
  const { client } = await connectedAgent();
  const args = { to: [ACCEPTS_ALL], subject: freshName(), text: 'x' };
  const first = await client.call('send_email', args);
  const again = await client.call('send_email', args);
  expect(first.structuredContent).not.toHaveProperty('already_sent');
  expect(again.structuredContent).toMatchObject({
    message_id: sentId(first),
    already_sent: true,
    sent_at: expect.any(String),
  });
  expect(textOf(again)).toContain('send_again');
});

test('send_again sends an email once more, and its own retry is not known from it', async () => {
  const { agent, client } = await connectedAgent();
  const args = { to: [ACCEPTS_ALL], subject: 'Twice', text: 'x' };
  const ids = [
    sentId(await client.call('send_email', args)),
    sentId(await client.call('send_email', { ...args, send_again: true })),
    sentId(await client.call('send_email', { ...args, send_again: true })),
    sentId(await client.call('send_email', { ...args, send_again: false })),
  ];
  expect(new Set(ids).size).toBe(3);
  expect(ids[3]).toBe(ids[0]);
  expect(await sentSubjects(agent, 3)).toEqual(['Twice', 'Twice', 'Twice']);
});

test('Under an idempotency key an email is sent once, and another email under it is a conflict that says so', async () => {
  const { agent, client } = await connectedAgent();
  const args = { to: [ACCEPTS_ALL], subject: 'Keyed', text: 'x', idempotency_key: freshName() };
  const replies = await Promise.all([1, 2, 3].map(() => client.call('send_email', args)));
  expect(new Set(replies.map(sentId)).size).toBe(1);
  const other = await client.call('send_email', { ...args, text: 'y' });
  expect([other.isError, textOf(other)]).toEqual([true, expect.stringContaining('Use another one')]);
  sentId(await client.call('send_email', { ...args, idempotency_key: freshName() }));
  expect(await sentSubjects(agent, 2)).toEqual(['Keyed', 'Keyed']);
});

test('Equal emails of two agents of an organization are two emails, and so are those that differ in anything', async () => {
  const organization = await makeOrganization();
  const agents = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  const args = { to: [ACCEPTS_ALL], subject: 'Equal', text: 'x' };
  for (const { key } of agents) sentId(await (await secondClient({ key })).call('send_email', args));
  for (const agent of agents) expect(await sentSubjects(agent, 1)).toEqual(['Equal']);
  const [{ key } = { key: '' }] = agents;
  const client = await secondClient({ key });
  const file = { filename: 'a.txt', content_type: 'text/plain', content_base64: 'YQ==' };
  const variants = [
    {},
    { cc: [ACCEPTS_ALL] },
    { bcc: [ACCEPTS_ALL] },
    { html: 'x' },
    { reply_to: [ACCEPTS_ALL] },
    { attachments: [file] },
  ];
  const ids = [];
  for (const more of variants) ids.push(sentId(await client.call('send_email', { ...args, ...more })));
  expect(new Set(ids).size).toBe(variants.length);
});

test('Equal arguments in another order are a retry', async () => {
  const { client } = await connectedAgent();
  const subject = freshName();
  const first = sentId(await client.call('send_email', { to: [ACCEPTS_ALL], subject, text: 'x' }));
  expect(sentId(await client.call('send_email', { text: 'x', subject, to: [ACCEPTS_ALL] }))).toBe(first);
});

test('send_again with an idempotency key sends once more, however often it is called, and then asks for a new key', async () => {
  const { agent, client } = await connectedAgent();
  const args = { to: [ACCEPTS_ALL], subject: 'Keyed', text: 'x', idempotency_key: freshName() };
  const first = sentId(await client.call('send_email', args));
  const repeated = await client.call('send_email', args);
  expect(repeated.structuredContent).toMatchObject({ message_id: first, note: expect.stringContaining('send_again') });
  const again = { ...args, send_again: true };
  const replies = await Promise.all([1, 2, 3].map(() => client.call('send_email', again)));
  const ids = new Set(replies.map(sentId));
  expect(ids.size).toBe(1);
  expect(ids).not.toContain(first);
  const last = await client.call('send_email', again);
  expect(last.structuredContent).toMatchObject({
    already_sent: true,
    note: expect.stringMatching(/new idempotency_key\.$/),
  });
  sentId(await client.call('send_email', { ...args, idempotency_key: freshName() }));
  expect(await sentSubjects(agent, 3)).toEqual(['Keyed', 'Keyed', 'Keyed']);
});

test('send_again with an idempotency key gives a task once more', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  const client = await secondClient({ key: caller.key });
  const args = { to_handle: worker.handle, text: 'x', idempotency_key: freshName() };
  const taskOf = async (given: object) => (await client.call('send_task', { ...args, ...given })).structuredContent;
  const { task_id: first } = await taskOf({});
  expect(await taskOf({})).toMatchObject({ task_id: first, note: expect.stringContaining('send_again') });
  const { task_id: second } = await taskOf({ send_again: true });
  expect(second).not.toBe(first);
  expect(await taskOf({ send_again: true })).toMatchObject({
    task_id: second,
    already_sent: true,
    note: expect.stringContaining('new idempotency_key'),
  });
});
