import { expect, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { freshName, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { MCP_CLIENTS } from '../support/mcp-clients.ts';
import { eventsOfMessage, newAgent, readMessage } from '../support/sending-agent.ts';
import { mailedCode } from '../support/sent-mail.ts';

test('A person edits and approves an email over HTTP: the agent waits for the decision, and the edited one is sent', async () => {
  const { organization, agent } = await newAgent();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'external' } });
  const body = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'The text.', html: '<p>The text.</p>' };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  expect(sent).toMatchObject({ status: 'held' });
  const query = { type: 'approval.decided', since: sent.created_at, timeout_ms: 20_000 } as const;
  const waited = agent.api.ok('waitForEvent', { query });

  const { approvals } = await organization.api.ok('listApprovals', { query: { status: 'pending' } });
  expect(approvals).toMatchObject([
    { id: sent.approval_id, status: 'pending', preview: { mail: { subject: 'Hello' } } },
  ]);
  const id = sent.approval_id ?? '';
  const { content_hash, preview } = await organization.api.ok('getApproval', { params: { id } });
  expect(preview.mail).toMatchObject({ text: 'The text.', html_text: 'The text.' });
  const edits = { html: '<p>The <b>better</b> text.</p>' };
  const approved = await organization.api.ok('approveAction', { params: { id }, body: { content_hash, edits } });
  expect(approved.status).toBe('approved');

  const { event } = await waited;
  expect(event).toMatchObject({
    aggregate_type: 'approval',
    aggregate_id: id,
    identity_id: agent.id,
    payload: { status: 'approved', content: { text: 'The better text.', html: edits.html } },
  });
  await eventsOfMessage(agent, sent.id, 2);
  expect(await readMessage(agent, sent.id)).toMatchObject({
    status: 'delivered',
    text: 'The better text.',
    html: edits.html,
  });
});

test('The result of a tool of MCP says that an email is held and how to wait, also when it repeats the call', async () => {
  const { organization, agent } = await newAgent();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'first_contact' } });
  const client = await MCP_CLIENTS['the first client']({ key: agent.key });
  const email = { to: ['ada@elsewhere.example'], subject: 'Hello', text: 'The text.' };
  const first = await client.call('send_email', email);
  expect(first.structuredContent).toMatchObject({
    status: 'held',
    approval_id: expect.stringMatching(/^apr_/),
    note: expect.stringContaining('approval.decided'),
  });
  const { structuredContent: again } = await client.call('send_email', email);
  expect(again).toEqual(first.structuredContent);

  const id = String(again.approval_id);
  await organization.api.ok('denyAction', { params: { id }, body: { reason: 'Not today.' } });
  const { structuredContent: list } = await client.call('list_events', { type: 'approval.decided' });
  expect(list.events).toMatchObject([{ type: 'approval.decided', status: 'denied', approval_id: id }]);
});

test('A person approves a lease over HTTP: the agent waits, claims the token and gets the value', async () => {
  const { organization, agent } = await newAgent();
  await organization.api.ok('setApprovalSettings', { body: { vault: 'always' } });
  const secret = await agent.api.ok('createSecret', { body: { name: 'Mail server', value: 'the value' } });
  const { id } = await agent.api.ok('createLease', { body: { secret_id: secret.id, purpose: 'Send the invoices.' } });
  const query = { type: 'approval.decided', since: '2026-01-01T00:00:00Z', timeout_ms: 20_000 };
  const waited = agent.api.ok('waitForEvent', { query });
  const { approvals } = await organization.api.ok('listApprovals', { query: { status: 'pending' } });
  expect(approvals).toMatchObject([{ kind: 'lease', subject_id: id, preview: { lease: { secret_id: secret.id } } }]);
  expect((await agent.api.ok('listLeases')).leases).toEqual([]);
  for (const { id: approval, content_hash } of approvals) {
    await organization.api.ok('approveAction', { params: { id: approval }, body: { content_hash } });
  }
  expect((await waited).event).toMatchObject({ payload: { kind: 'lease', status: 'approved', subjectId: id } });
  const { lease_token } = await agent.api.ok('claimLease', { params: { id } });
  const redeemed = await agent.api.ok('redeemLease', { params: { id }, body: { lease_token } });
  expect(redeemed.value).toBe('the value');
});

test('The settings name a member who decides, and no one else', async () => {
  const { organization } = await newAgent();
  const email = `${freshName('ada')}@example.com`;
  const settings = { body: { mail: 'external', approvers: [email] } };
  expect(
    (await organization.api.refused('setApprovalSettings', 'validation.failed', settings)).error?.message,
  ).toContain('approvers');
  await organization.api.ok('createMember', { body: { email, role: 'approver' } });
  const body = { email, code: await mailedCode(email), password: 'correct horse battery' };
  await organization.api.as(null).ok('joinOrganization', { body });
  expect((await organization.api.ok('setApprovalSettings', settings)).approvers).toEqual([email]);
});

test('A person approves a tunnel over HTTP: the library waits, and serves it', async () => {
  const { organization, agent } = await newAgent();
  await organization.api.ok('setApprovalSettings', { body: { tunnel: 'always' } });
  const aid = new Aid({ url: sharedStack().baseUrl, key: agent.key });
  const held: string[] = [];
  const serve = (name: string) =>
    aid.tunnels.serve({ name, handler: () => new Response('from the agent'), onHeld: (id) => held.push(id) });
  const decideNext = async (decide: (id: string, hash: string) => Promise<unknown>) => {
    const [approval] = await eventually(async () => {
      const { approvals } = await organization.api.ok('listApprovals', { query: { status: 'pending' } });
      expect(approvals).toMatchObject([{ kind: 'tunnel' }]);
      return approvals;
    });
    if (approval === undefined) throw new Error('nothing is held');
    await decide(approval.id, approval.content_hash);
    return approval.id;
  };

  const serving = serve('one');
  const approved = await decideNext((id, content_hash) =>
    organization.api.ok('approveAction', { params: { id }, body: { content_hash } }),
  );
  const tunnel = await serving;
  expect(await (await fetch(`${tunnel.url}/`)).text()).toBe('from the agent');
  await tunnel.close();

  const refused = expect(serve('two')).rejects.toMatchObject({
    code: 'approval.closed',
    message: 'The tunnel was not approved (denied): Not today.',
  });
  const denied = await decideNext((id) =>
    organization.api.ok('denyAction', { params: { id }, body: { reason: 'Not today.' } }),
  );
  await refused;
  expect(held).toEqual([approved, denied]);
});
