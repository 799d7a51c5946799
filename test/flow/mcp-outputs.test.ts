import { beforeEach, expect, test } from 'vitest';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../support/log-reader.ts';
import { MCP_CLIENTS, type McpClient, textOf } from '../support/mcp-clients.ts';

/** Calls a tool, and checks what it returns against the schema that clients get, and hence check themselves. */
type Checked = (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;

const DECLARED = new Map(Object.values(TOOLS).map((tool) => [tool.name as string, tool]));

function checked(client: McpClient, called: Set<string>): Checked {
  return async (name, args) => {
    const reply = await client.call(name, args);
    expect(reply.isError, `${name}: ${textOf(reply)}`).toBeFalsy();
    const { error } = DECLARED.get(name)?.output.safeParse(reply.structuredContent) ?? { error: 'no such tool' };
    expect([name, error]).toEqual([name, undefined]);
    expect(textOf(reply)).not.toBe('');
    called.add(name);
    return reply.structuredContent;
  };
}

let organization: Organization;
beforeEach(async () => {
  organization = await makeOrganization();
});

test.each(Object.entries(MCP_CLIENTS))('Every result satisfies the schema of its tool, with %s', async (_, connect) => {
  const [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  const called = new Set<string>();
  const connected = async ({ key }: Agent) => {
    const client = await connect({ key, query: '?toolsets=vault,identity' });
    await client.tools();
    return checked(client, called);
  };
  const [tool, other] = await Promise.all([connected(agent), connected(peer)]);

  // Of an agent that has nothing yet.
  await tool('list_messages');
  await tool('search_messages', { query: freshName() });
  await tool('list_events', { type: 'mail.bounced' });
  await tool('wait_for_event', { type: 'mail.bounced', timeout_seconds: 0 });
  await tool('wait_for_code', { timeout_seconds: 0 });
  await tool('find_agents', { query: freshName() });
  await tool('list_tasks');
  await tool('find_contact', { query: freshName() });
  await tool('list_secrets');
  await tool('whoami');

  const subject = `Outputs ${freshName()}`;
  await sendMail({
    to: agent.address,
    subject,
    text: 'Hello',
    attachments: [
      { filename: 'a.txt', content: 'one' },
      { filename: 'a.bin', content: '\0' },
    ],
  });
  const { id: message_id, thread_id } = await messageWith(agent, subject);
  await tool('list_messages');
  await tool('search_messages', { query: subject });
  const message = await tool('get_message', { message_id });
  await tool('get_message', { message_id, include_quoted: true, offset: 5 });
  await tool('get_thread', { thread_id });
  const files = message.attachments as { attachment_id: string }[];
  expect(files).toHaveLength(2);
  for (const { attachment_id } of files) await tool('get_attachment', { message_id, attachment_id });
  await tool('update_message', { message_id, is_read: true });
  const sent = await tool('send_email', { to: [peer.address], subject, text: 'x' });
  await tool('send_email', { to: [peer.address], subject, text: 'x' });
  await tool('wait_for_reply', { message_id: sent.message_id, timeout_seconds: 0 });
  const arrived = await messageWith(peer, subject);
  await other('reply_to_email', { message_id: arrived.id, text: 'y' });
  await other('forward_message', { message_id: arrived.id, to: ['ada@elsewhere.example'] });
  // Of two replies, the first is returned.
  const inReplyTo = arrived.rfc_message_id ?? '';
  await sendMail({ to: agent.address, subject: `Re: ${subject}`, text: 'By hand', inReplyTo, references: inReplyTo });
  const { message: reply } = await tool('wait_for_reply', { message_id: sent.message_id, timeout_seconds: 50 });
  expect(reply).toMatchObject({ sender_verified: false });
  await sendMail({ to: agent.address, subject: 'Your code', text: 'Your verification code is 482913.' });
  const coded = await tool('wait_for_code', { timeout_seconds: 50 });
  expect(coded).toMatchObject({ code: '482913' });
  const { message_id: codedId } = coded.message as { message_id: string };
  expect(await tool('get_message', { message_id: codedId })).toMatchObject({ codes: ['482913'] });
  await tool('wait_for_event', { type: 'mail.received', cursor: new Date(0).toISOString() });
  await tool('list_events', { since: new Date(0).toISOString(), limit: 2 });
  const { task_id } = await tool('send_task', { to_handle: peer.handle, text: freshName() });
  await tool('list_tasks');
  await other('get_task', { task_id });
  await other('reply_to_task', { task_id, text: 'Done.' });
  await tool('get_task', { task_id });
  const { contact_id } = await tool('save_contact', { display_name: freshName() });
  await tool('save_contact', { contact_id, notes: 'met' });
  await tool('find_contact');
  const secret = await organization.api.ok('createSecret', {
    body: { name: freshName(), value: 'x', identity_id: agent.id },
  });
  await tool('list_secrets');
  const { lease_id, lease_token } = await tool('create_lease', { secret_id: secret.id });
  await tool('redeem_lease', { lease_id, lease_token });
  const ofAgent = { identity_id: agent.id };
  await organization.api.ok('setApprovalSettings', { query: ofAgent, body: { vault: 'always' } });
  const held = await tool('create_lease', { secret_id: secret.id, purpose: 'held' });
  expect(held).toMatchObject({ status: 'held' });
  const { content_hash, id } = await organization.api.ok('getApproval', { params: { id: String(held.approval_id) } });
  await organization.api.ok('approveAction', { params: { id }, body: { content_hash } });
  const claimed = await tool('redeem_lease', { lease_id: held.lease_id });
  expect(claimed).toMatchObject({ value: 'x', lease_token: expect.any(String) });
  const audience = 'https://provider.example';
  await organization.api.ok('setIdentityTokenSettings', { body: { audiences: [audience] } });
  await tool('get_identity_token', { audience });
  await organization.api.ok('putA2aSettings', { params: { id: peer.id }, body: { publicly_discoverable: true } });
  await tool('find_agents');
  expect([...DECLARED.keys()].filter((name) => !called.has(name))).toEqual([]);
});
