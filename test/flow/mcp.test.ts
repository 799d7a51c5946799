import { beforeAll, describe, expect, test } from 'vitest';
import { SKILL_GUIDE } from '#shared/contract/mcp/skill.ts';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../support/log-reader.ts';
import { MCP_CLIENTS, secondClient, textOf } from '../support/mcp-clients.ts';

let agent: Agent;
let peer: Agent;

beforeAll(async () => {
  const organization = await makeOrganization();
  [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

describe.each(Object.entries(MCP_CLIENTS))('%s', (_name, connect) => {
  test('It lists the tools of the manifest, and those for secrets and for identity tokens if it asks for them', async () => {
    const client = await connect({ key: agent.key });
    const names = (await client.tools()).map(({ name }) => name);
    expect(names).toHaveLength(21);
    const withVault = await connect({ key: agent.key, query: '?toolsets=vault' });
    const more = (await withVault.tools()).map(({ name }) => name);
    expect(more.filter((name) => !names.includes(name))).toEqual(['create_lease', 'list_secrets', 'redeem_lease']);
    const withTokens = await connect({ key: agent.key, query: '?toolsets=identity' });
    const others = (await withTokens.tools()).map(({ name }) => name);
    expect(others.filter((name) => !names.includes(name))).toEqual(['get_identity_token']);
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

  test('A tool for secrets is unknown without its toolset, and the error says how to get it', async () => {
    const client = await connect({ key: agent.key });
    await expect(client.call('redeem_lease')).rejects.toThrow(
      /Unknown tool: redeem_lease\. It is in the toolset vault: add \?toolsets=vault to the address/,
    );
  });

  test('The skill is a prompt', async () => {
    const client = await connect({ key: agent.key });
    expect(await client.prompts()).toEqual({ aid: SKILL_GUIDE });
  });

  test('An error names the arguments of the tool, not the fields of the API that they set', async () => {
    const client = await connect({ key: agent.key });
    const replies = [
      await client.call('list_messages', { cursor: 'x' }),
      await client.call('wait_for_event', { type: 'mail.received', timeout_seconds: 0, cursor: 'x' }),
    ];
    for (const reply of replies)
      expect([reply.isError, textOf(reply)]).toEqual([true, expect.stringMatching(/^cursor: /)]);
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
