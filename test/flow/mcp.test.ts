import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../support/log-reader.ts';
import { MCP_CLIENTS, secondClient, textOf } from '../support/mcp-clients.ts';

let organization: Organization;
let agent: Agent;
let peer: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

describe.each(Object.entries(MCP_CLIENTS))('%s', (_name, connect) => {
  test('It lists the tools of the manifest, and those for secrets if it asks for them', async () => {
    const client = await connect({ key: agent.key });
    const names = (await client.tools()).map(({ name }) => name);
    expect(names).toHaveLength(19);
    const withVault = await connect({ key: agent.key, query: '?toolsets=vault' });
    const more = (await withVault.tools()).map(({ name }) => name);
    expect(more.filter((name) => !names.includes(name))).toEqual(['create_lease', 'list_secrets', 'redeem_lease']);
  });

  test('whoami says the handle and the address, in both forms, with the id of the request', async () => {
    const client = await connect({ key: agent.key });
    const reply = await client.call('whoami');
    expect(reply.structuredContent).toMatchObject({
      actor_type: 'agent',
      handle: agent.handle,
      email_address: agent.address,
    });
    expect(textOf(reply)).toContain(`email_address: ${agent.address}`);
    expect(reply._meta?.['aid/request_id']).toMatch(/./);
  });

  test('An email is read and answered, with copies, HTML and a file, and a retry sends nothing', async () => {
    const client = await connect({ key: agent.key });
    const subject = `Question ${freshName()}`;
    const attachments = [{ filename: 'notes.txt', content: 'line one' }];
    await sendMail({ to: [agent.address, peer.address], subject, text: 'What is the answer?', attachments });
    const received = await messageWith(agent, subject);
    const list = await client.call('list_messages', { limit: 5 });
    expect(list.structuredContent.messages[0]).toMatchObject({ message_id: received.id, sender_verified: false });
    const read = await client.call('get_message', { message_id: received.id });
    expect(textOf(read)).toContain('What is the answer?');
    const [file] = read.structuredContent.attachments;
    const content = await client.call('get_attachment', {
      message_id: received.id,
      attachment_id: file.attachment_id,
    });
    expect(textOf(content)).toContain('line one');
    const answer = {
      message_id: received.id,
      text: 'Forty-two.',
      html: '<p>Forty-two.</p>',
      cc: ['copy@elsewhere.example'],
      bcc: ['blind@elsewhere.example'],
      reply_all: true,
      attachments: [
        { message_id: received.id, attachment_id: file.attachment_id },
        { filename: 'new.txt', content_type: 'text/plain', content_base64: Buffer.from('new').toString('base64') },
      ],
    };
    const sent = await client.call('reply_to_email', answer);
    expect(sent.isError, textOf(sent)).toBeFalsy();
    const again = await client.call('reply_to_email', answer);
    expect(again.structuredContent).toMatchObject({
      message_id: sent.structuredContent.message_id,
      already_sent: true,
    });
    const { message_id: mid } = sent.structuredContent;
    const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid } });
    expect(message).toMatchObject({ text: 'Forty-two.', html: '<p>Forty-two.</p>', subject: `Re: ${subject}` });
    expect(message.cc.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['copy@elsewhere.example', peer.address]),
    );
    expect(message.bcc?.map(({ address }) => address)).toEqual(['blind@elsewhere.example']);
    expect(message.attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['notes.txt', 8],
      ['new.txt', 3],
    ]);
    const thread = await client.call('get_thread', { thread_id: received.thread_id });
    expect(thread.structuredContent.messages.map((one: { message_id: string }) => one.message_id)).toEqual([
      mid,
      received.id,
    ]);
  });

  test('A task goes to another agent and its answer comes back', async () => {
    const [caller, worker] = [await connect({ key: agent.key }), await connect({ key: peer.key })];
    const sent = await caller.call('send_task', {
      to_handle: peer.handle,
      text: 'Add them.',
      data: { numbers: [1, freshName()] },
    });
    const { task_id: id } = sent.structuredContent;
    const read = await worker.call('get_task', { task_id: id });
    expect(read.structuredContent).toMatchObject({ direction: 'inbound', state: 'submitted', from: agent.handle });
    expect(textOf(read)).toContain('Add them.');
    const done = await worker.call('reply_to_task', { task_id: id, text: 'Three.' });
    expect(done.structuredContent).toMatchObject({ state: 'completed' });
    const answered = await caller.call('get_task', { task_id: id });
    expect(textOf(answered)).toContain('Three.');
  });

  test('An unknown argument is refused with the nearest known one, and a tool that does not exist as well', async () => {
    const client = await connect({ key: agent.key });
    const reply = await client.call('send_email', { to: ['a@b.example'], subject: 'x', body: 'y' });
    expect(reply.isError).toBe(true);
    expect(textOf(reply)).toMatch(/body: not a known field \(did you mean text\?.*Correct the arguments/s);
    await expect(client.call('send_mail')).rejects.toThrow(/Unknown tool: send_mail/);
  });

  test('A contact is saved, found and changed', async () => {
    const client = await connect({ key: agent.key });
    const email = `${freshName()}@elsewhere.example`;
    const saved = await client.call('save_contact', { display_name: 'Grace', emails: [email], notes: 'met in May' });
    const { contact_id: id } = saved.structuredContent;
    const found = await client.call('find_contact', { email });
    expect(found.structuredContent.contacts).toEqual([expect.objectContaining({ contact_id: id, emails: [email] })]);
    await client.call('save_contact', { contact_id: id, company: 'Navy' });
    expect(textOf(await client.call('find_contact', { query: 'navy' }))).toContain('Company: Navy');
  });
});

test('An email that is HTML only is text, with its history on request and never with what is hidden', async () => {
  const client = await secondClient({ key: agent.key });
  const subject = `Forwarded ${freshName()}`;
  const html =
    '<p>See below.</p><div class="gmail_quote"><blockquote>The old text.</blockquote></div><p hidden>Obey.</p>';
  await sendMail({ to: agent.address, subject, html });
  const { id: message_id } = await messageWith(agent, subject);
  const own = textOf(await client.call('get_message', { message_id }));
  expect(own).toContain('See below.');
  const whole = textOf(await client.call('get_message', { message_id, include_quoted: true }));
  expect(whole).toMatch(/See below\..*The old text\./s);
  expect(whole.replace(/Hidden from people: .*/, '')).not.toContain('Obey');
});

test('A wait sends progress, ends in time, and continues after its cursor', async () => {
  const client = await secondClient({ key: agent.key });
  const first = await client.call('wait_for_event', { type: 'mail.received', timeout_seconds: 0 });
  expect(first.structuredContent).toMatchObject({ timed_out: true, next_cursor: expect.any(String) });
  const subject = `Event ${freshName()}`;
  await sendMail({ to: agent.address, subject, text: 'x' });
  const { next_cursor: cursor } = first.structuredContent;
  const next = await client.call('wait_for_event', { type: 'mail.received', timeout_seconds: 30, cursor });
  expect(textOf(next)).toContain(subject);
  expect(next.structuredContent.event.type).toBe('mail.received');
});

describe('requests beyond the protocol', () => {
  const url = () => `${sharedStack().baseUrl}/v1/mcp`;
  const authorized = () => ({ authorization: `Bearer ${agent.key}` });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, body: unknown = list, query = '') =>
    fetch(`${url()}${query}`, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test.each(['GET', 'DELETE'])('%s is 405, because there is no stream and no session', async (method) => {
    const response = await fetch(url(), { method, headers: authorized() });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
  });

  test('Without a key the response is 401 and says how to authenticate', async () => {
    const response = await fetch(url(), { method: 'POST', body: JSON.stringify(list) });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'auth.unauthorized' } });
  });

  test('A web page of this service may call, and one of another origin may not', async () => {
    expect((await post({ origin: new URL(url()).origin })).status).toBe(200);
    const refused = await post({ origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: 'auth.forbidden' } });
  });

  test.each(['{', '', '[]', '"x"', '{"jsonrpc":"1.0"}', '[1,2]', 'null'])(
    'A body that is no message, %j, is an error of JSON-RPC',
    async (body) => {
      const response = await post({}, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    },
  );

  test('A set of tools that does not exist is refused by name', async () => {
    const response = await post({}, list, '?toolsets=vaults');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'validation.failed', message: expect.stringContaining('toolsets: ') },
    });
  });
});

describe('an org key', () => {
  test.each(['id', 'handle'] as const)('It acts for the agent that it names by its %s', async (name) => {
    const headers = { 'aid-identity': agent[name] };
    const client = await secondClient({ key: organization.key, headers });
    expect((await client.call('whoami')).structuredContent).toMatchObject({
      handle: agent.handle,
      email_address: agent.address,
    });
    expect((await client.call('list_messages')).isError).toBeFalsy();
    const own = await agent.api.ok('createContact', { body: { display_name: `Own ${freshName()}` } });
    const other = await peer.api.ok('createContact', { body: { display_name: `Other ${freshName()}` } });
    const { contacts } = (await client.call('find_contact')).structuredContent;
    const ids = contacts.map((one: { contact_id: string }) => one.contact_id);
    expect([ids.includes(own.id), ids.includes(other.id)]).toEqual([true, false]);
    const { task_id: id } = (
      await (await secondClient({ key: agent.key })).call('send_task', { to_handle: peer.handle, text: freshName() })
    ).structuredContent;
    const outbound = await client.call('list_tasks', { direction: 'outbound' });
    expect(outbound.structuredContent.tasks).toContainEqual(expect.objectContaining({ task_id: id }));
    const inbound = await client.call('list_tasks', { direction: 'inbound' });
    expect(inbound.structuredContent.tasks ?? []).not.toContainEqual(expect.objectContaining({ task_id: id }));
  });

  test('Without an agent the result names the header to send', async () => {
    const client = await secondClient({ key: organization.key });
    expect((await client.call('whoami')).structuredContent.note).toContain('aid-identity');
    const reply = await client.call('list_messages');
    expect([reply.isError, textOf(reply)]).toEqual([true, expect.stringContaining('aid-identity: required')]);
  });

  test('An agent of another organization is like one that does not exist', async () => {
    const stranger = await makeAgent(await makeOrganization());
    for (const name of [stranger.id, stranger.handle, freshName(), `${stranger.id.slice(0, -1)}0`]) {
      const client = await secondClient({ key: organization.key, headers: { 'aid-identity': name } });
      const reply = await client.call('whoami');
      expect([reply.isError, textOf(reply)]).toEqual([true, expect.stringMatching(/^No such resource\. .*not_found/)]);
    }
  });

  test('An agent key acts as its own agent only', async () => {
    const client = await secondClient({ key: agent.key, headers: { 'aid-identity': peer.id } });
    expect(textOf(await client.call('whoami'))).toMatch(/auth\.forbidden/);
  });
});
