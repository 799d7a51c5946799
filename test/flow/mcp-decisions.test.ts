import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { MCP_CLIENTS, type ToolReply, textOf } from '../support/mcp-clients.ts';
import {
  type AskedPage,
  type Elicitation,
  earlierPageClient,
  type PageAction,
  pageClient,
} from '../support/mcp-page-clients.ts';
import { OAuthClient } from '../support/oauth/oauth-client.ts';
import { makePerson, type Person } from '../support/oauth/person.ts';
import { mailedCode } from '../support/sent-mail.ts';

/** The user of an MCP client decides on the page of the console, of a stage that serves one. */
let stack: Stack;
let consoleUrl: string;
let person: Person;
let agent: Agent;

beforeAll(async () => {
  stack = await startStack({
    AID_EPHEMERAL: '1',
    AID_CONSOLE: 'true',
    AID_CHECK_ACCESS: '1',
    AID_LOOPBACK_ONLY: '1',
    AID_LIMITS: JSON.stringify({ ipRequestsPerMinute: 1_000_000 }),
  });
  const preflight = await fetch(`${stack.baseUrl}/v1/me`, { method: 'OPTIONS' });
  consoleUrl = preflight.headers.get('access-control-allow-origin') ?? '';
  person = await makePerson(stack.baseUrl);
  const held = { mail: 'always', vault: 'always', task: 'always' } as const;
  await person.organization.api.ok('setApprovalSettings', { body: held });
});

afterAll(() => stack?.stop());

beforeEach(async () => {
  agent = await makeAgent(person.organization);
});

/** The token that a person gives to a client. */
async function tokenOf(scopes: readonly Scope[] = ['mail.read', 'mail.send', 'tasks', 'vault'], by = person) {
  const oauth = await OAuthClient.registered({}, stack.baseUrl);
  return (await oauth.tokens({ person: by, agents: [agent] }, { scope: scopes.join(' ') })).access;
}

const clientOf = (key: string, user: (asked: AskedPage) => Promise<PageAction>, elicitation?: Elicitation) =>
  pageClient({ key, baseUrl: stack.baseUrl }, user, elicitation);

const email = (more: object = {}) => ({
  to: ['ada@elsewhere.example'],
  subject: freshName('Hello'),
  text: 'The text.',
  ...more,
});

const idIn = ({ url }: AskedPage) => url.slice(url.lastIndexOf('/') + 1);

/** The API as the person has it who has logged in on the page. */
async function loggedIn({ email: address, password }: Pick<Person, 'email' | 'password'> = person) {
  const anonymous = new CheckedApi(stack.baseUrl);
  return anonymous.as((await anonymous.ok('login', { body: { email: address, password } })).token);
}

async function approve(asked: AskedPage, edits?: { text: string; to: string[] }): Promise<PageAction> {
  const api = await loggedIn();
  const params = { id: idIn(asked) };
  const { content_hash } = await api.ok('getApproval', { params });
  await api.ok('approveAction', { params, body: { content_hash, ...(edits && { edits }) } });
  return 'accept';
}

const approvals = async () => (await agent.api.ok('listApprovals', {})).approvals;

test('The page is that of the approval in the console, and what the person sends after edits is in the result', async () => {
  const edits = { text: 'The better text.', to: ['bob@elsewhere.example'] };
  const { asked, call } = await clientOf(await tokenOf(), (page) => approve(page, edits));
  const sent = await call('send_email', email());
  expect(sent.isError, textOf(sent)).toBeFalsy();
  const [approval] = await approvals();
  expect(asked).toEqual([
    {
      mode: 'url',
      url: `${consoleUrl}/#/${person.organization.slug}/approvals/${approval?.id}`,
      message: expect.stringMatching(/^This email is held until a person decides\./),
    },
  ]);
  expect((await fetch(asked[0]?.url ?? '')).headers.get('content-type')).toContain('text/html');
  expect(approval).toMatchObject({ status: 'approved', subject_id: sent.structuredContent.message_id });
  expect(approval?.decided_by).toMatch(/^usr_/);
  expect(sent.structuredContent).toMatchObject({
    approval_id: approval?.id,
    approval_status: 'approved',
    thread_id: expect.any(String),
    sent_to: expect.stringContaining('bob@elsewhere.example'),
    note: expect.stringContaining('get_message'),
  });
  expect(sent.structuredContent.status).not.toBe('held');
  const { text } = await agent.api.ok('getMessage', { params: { id: agent.id, mid: approval?.subject_id ?? '' } });
  expect(text).toBe('The better text.');
});

test('The repeated call sends nothing, also with send_again and after the decision', async () => {
  const { asked, call } = await clientOf(await tokenOf(), approve);
  const once = await call('send_email', email({ send_again: true }));
  expect(once.structuredContent).toMatchObject({ approval_status: 'approved' });
  // A retry has the key of the first call, the reply to which says that it is held.
  const same = email();
  const [first, retried] = [await call('send_email', same), await call('send_email', same)];
  expect(retried.structuredContent.message_id).toBe(first.structuredContent.message_id);
  expect(retried.structuredContent).toMatchObject({ approval_status: 'approved' });
  expect(asked).toHaveLength(2);
  expect(await approvals()).toHaveLength(2);
  const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id }, query: {} });
  expect(messages).toHaveLength(2);
});

test('A denial is in the result with its reason', async () => {
  const deny = async (page: AskedPage): Promise<PageAction> => {
    const api = await loggedIn();
    await api.ok('denyAction', { params: { id: idIn(page) }, body: { reason: 'Not to them.' } });
    return 'accept';
  };
  const { call } = await clientOf(await tokenOf(), deny);
  expect((await call('send_email', email())).structuredContent).toMatchObject({
    status: 'denied',
    approval_status: 'denied',
    reason: expect.stringContaining('Not to them.'),
  });
});

test.each(['accept', 'decline', 'cancel'] as const)(
  'What the client says about the page (%s) decides nothing, and the user is asked once per call',
  async (action) => {
    const { asked, call } = await clientOf(await tokenOf(), async () => action);
    expect((await call('send_email', email())).structuredContent).toMatchObject({
      status: 'held',
      approval_status: 'pending',
      note: expect.stringContaining('wait_for_event'),
    });
    expect(asked).toHaveLength(1);
    expect(await approvals()).toMatchObject([{ status: 'pending' }]);
  },
);

test('A lease is claimed after its approval, and a task is sent', async () => {
  const { call } = await clientOf(await tokenOf(), approve);
  const secret = await agent.api.ok('createSecret', { body: { name: 'Mail server', value: 'the value' } });
  const { structuredContent: lease } = await call('create_lease', { secret_id: secret.id });
  expect(lease).toMatchObject({ approval_status: 'approved', note: expect.stringContaining('redeem_lease') });
  const { structuredContent: redeemed } = await call('redeem_lease', { lease_id: lease.lease_id });
  expect(redeemed).toMatchObject({ value: 'the value' });

  const other = await makeOrganization(stack.baseUrl);
  const peer = await makeAgent(other);
  await other.api.ok('putA2aSettings', { params: { id: peer.id }, body: { filter_mode: 'blocklist' } });
  const { structuredContent: task } = await call('send_task', { to_handle: peer.handle, text: 'Please do.' });
  expect(task).toMatchObject({ approval_status: 'approved', state: 'submitted' });
});

test('No page is offered where no user of the client may decide: the result says that it is held, as before', async () => {
  const token = await tokenOf();
  const admin = await joined('admin');
  const ofAdmin = await tokenOf(undefined, admin);
  const api = person.organization.api;
  const isHeld = async (key: string, elicitation?: Elicitation) => {
    const { asked, call } = await clientOf(key, async () => 'accept', elicitation);
    const { structuredContent } = await call('send_email', email());
    expect(structuredContent).toMatchObject({ status: 'held', note: expect.stringContaining('wait_for_event') });
    expect(structuredContent).not.toHaveProperty('approval_status');
    return asked.length;
  };
  expect(await isHeld(agent.key), 'an agent key').toBe(0);
  expect(await isHeld(token, { form: {} }), 'a client that shows forms alone').toBe(0);
  expect(await isHeld(await tokenOf(['mail.send'])), 'a token that cannot read the approval').toBe(0);
  for (const connect of Object.values(MCP_CLIENTS)) {
    const client = await connect({ key: token, baseUrl: stack.baseUrl });
    expect((await client.call('send_email', email())).structuredContent).toMatchObject({ status: 'held' });
  }
  const earlier = await earlierPageClient(token, stack.baseUrl);
  const { structuredContent } = (await earlier.callTool({ name: 'send_email', arguments: email() })) as ToolReply;
  expect(structuredContent, 'a client of an earlier revision that opens pages').toMatchObject({ status: 'held' });
  await api.ok('updateMember', { params: { id: admin.id }, body: { role: 'viewer' } });
  expect(await isHeld(ofAdmin), 'a person with a smaller role by now').toBe(0);
  await api.ok('updateMember', { params: { id: admin.id }, body: { role: 'approver' } });
  const named = { mail: 'always', approvers: [admin.email] } as const;
  await api.ok('setApprovalSettings', { query: { identity_id: agent.id }, body: named });
  expect(await isHeld(token), 'a person whom the settings do not name').toBe(0);
});

test('Neither the key of the agent nor the token of the client decides, or reads what another agent has asked for', async () => {
  const token = await tokenOf();
  const { call, client } = await clientOf(token, async () => 'accept');
  const { structuredContent: held } = await call('send_email', email());
  const id = String(held.approval_id);
  const { content_hash } = await agent.api.ok('getApproval', { params: { id } });
  const decide = { params: { id }, body: { content_hash } };
  await agent.api.refused('approveAction', 'auth.forbidden', decide);
  await agent.api.refused('denyAction', 'auth.forbidden', { params: { id } });
  const withToken = agent.api.as(token);
  await withToken.refused('approveAction', 'auth.unauthorized', decide);
  await withToken.refused('denyAction', 'auth.unauthorized', { params: { id } });

  // What a client makes up instead of sending what it got.
  const repeat = (requestState: string) =>
    client.callTool({ name: 'send_email', arguments: email(), requestState } as Parameters<typeof client.callTool>[0]);
  await expect(repeat(`${id}.forged`)).rejects.toThrow('requestState');
  expect(await approvals()).toMatchObject([{ id, status: 'pending' }]);
});

/** A member of the organization with a role, and a password. */
async function joined(role: 'admin'): Promise<Person & { id: string }> {
  const address = `${freshName('bob')}@example.com`;
  const { id } = await person.organization.api.ok('createMember', { body: { email: address, role } });
  const password = `correct horse ${freshName()}`;
  const body = { email: address, code: await mailedCode(address, stack.baseUrl), password };
  await new CheckedApi(stack.baseUrl).ok('joinOrganization', { body });
  return { email: address, password, organization: person.organization, id };
}
