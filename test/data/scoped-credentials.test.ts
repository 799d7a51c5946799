import { beforeEach, expect, test, vi } from 'vitest';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { INVOCATION } from '../support/invocation.ts';
import type { MadeAgent, MadeOrganization } from '../support/made-agents.ts';
import { makeShortKey } from '../support/short-key.ts';
import { openToAll } from '../support/two-agents.ts';

/** What scopes bound beyond which operations they reach: events, fields, and what would outlive a credential. */

const engine = useEngine();
let api: InProcessApi;
let organization: MadeOrganization;
let agent: MadeAgent;

beforeEach(async () => {
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  vi.stubEnv('LIMITS', '{}');
  api = new InProcessApi(engine.table);
  organization = await api.organization();
  agent = await api.agent(organization.key);
});

const shortKey = (...scopes: Scope[]) => makeShortKey(api, organization.key, agent.id, scopes);

/** Appends an event of mail, one of a task, and one of the settings of the agent. */
async function appendEvents(): Promise<void> {
  const mail = { messageId: 'msg_1', threadId: 'thr_1', from: 'ada@example.com', subject: 'Private' };
  const caller = { identityId: 'agt_2', handle: 'other', displayName: 'Other' };
  const task = { taskId: 'tsk_1', contextId: 'ctx_1', state: 'canceled' as const, callerIdentityId: 'agt_2', caller };
  const settings = {
    identityId: agent.id,
    changes: {},
    actor: { actorType: 'agent' as const, actorId: agent.id },
  };
  const identityId = agent.id;
  await commit(
    engine.table,
    {
      build: (tx) => {
        tx.appendEvent(organization.id, { type: 'mail.received', identityId, aggregateId: 'msg_1', payload: mail });
        tx.appendEvent(organization.id, { type: 'a2a.task.canceled', identityId, aggregateId: 'tsk_1', payload: task });
        tx.appendEvent(organization.id, {
          type: 'a2a.settings.updated',
          identityId,
          aggregateId: agent.id,
          payload: settings,
        });
      },
    },
    { now: Date.now },
  );
}

const typesOf = async (key: string, query: Record<string, string> = {}) =>
  (await api.call('listEvents', { key, query })).body.events.map(({ type }) => type).sort();

test('The log shows a credential the events of the types that its scopes allow', async () => {
  const [mail, tasks, events, all] = [
    await shortKey('mail.read'),
    await shortKey('tasks', 'contacts'),
    await shortKey('events'),
    await shortKey('mail.read', 'tasks', 'events'),
  ];
  await appendEvents();
  const issued = Array.from({ length: 4 }, () => 'short_key.issued');
  expect(await typesOf(mail)).toEqual(['mail.received']);
  expect(await typesOf(tasks)).toEqual(['a2a.task.canceled']);
  expect(await typesOf(events)).toEqual(['a2a.settings.updated', ...issued]);
  expect(await typesOf(all)).toEqual(['a2a.settings.updated', 'a2a.task.canceled', 'mail.received', ...issued]);
  expect(await typesOf(mail, { since: '1970-01-01T00:00:00.000Z' })).toEqual(['mail.received']);
  expect(await typesOf(events, { aggregate_type: 'mail_message' })).toEqual([]);
  expect(await typesOf(agent.key)).toHaveLength(7);
});

test('A request for events of a type beyond the scopes is 403, in the log and in a wait', async () => {
  const key = await shortKey('events');
  const refusals = [
    await api.call('listEvents', { key, query: { type: 'mail.received' } }),
    await api.call('waitForEvent', { key, query: { type: 'mail.received', timeout_ms: '0' } }),
  ];
  for (const { status, headers } of refusals)
    expect([status, headers['www-authenticate']]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="mail.read"',
    ]);
  const contacts = await shortKey('contacts');
  expect((await api.call('listEvents', { key: contacts })).status).toBe(403);
});

test('A wait for mail needs the scope that reads mail, and no other', async () => {
  const key = await shortKey('mail.read');
  await appendEvents();
  const query = { type: 'mail.received', since: '1970-01-01T00:00:00.000Z', timeout_ms: '0' };
  const { body } = await api.call('waitForEvent', { key, query });
  expect(body.event?.type).toBe('mail.received');
});

test('A wait sends nothing to a credential that has expired meanwhile', async () => {
  const start = Date.now();
  api.now = () => start;
  const key = await shortKey('mail.read');
  await appendEvents();
  let isFirst = true;
  // The key is found at the beginning, and read again before the event is sent.
  api.now = () => {
    const now = isFirst ? start : start + 901_000;
    isFirst = false;
    return now;
  };
  const query = { type: 'mail.received', since: '1970-01-01T00:00:00.000Z', timeout_ms: '0' };
  expect((await api.call('waitForEvent', { key, query })).status).toBe(401);
});

test('A reply with a quotation discloses mail, so it needs the scope that reads it', async () => {
  const body = { in_reply_to_message_id: 'msg_01KB4Z9T8QE7C0000000000000', text: 'Hello', quote: true };
  const send = async (key: string) => api.call('sendMail', { key, params: { id: 'me' }, body });
  const refused = await send(await shortKey('mail.send'));
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    'This needs the scope mail.read, which the credential does not have.',
  ]);
  expect((await send(await shortKey('mail.send', 'mail.read'))).status).toBe(404);
});

test('No push configuration follows from a credential with scopes, in any binding', async () => {
  const worker = await api.agent(organization.key);
  await openToAll(api, organization, worker);
  const key = await shortKey('tasks');
  const rpc = new RpcSpeaker(api, { key }, worker);
  const taskPushNotificationConfig = { url: 'https://receiver.example/' };
  const message = textMessage('go');
  expect(await rpc.refusal('SendMessage', { ...message, configuration: { taskPushNotificationConfig } })).toEqual([
    -32000,
    'PERMISSION_DENIED',
  ]);
  const { task } = await rpc.result('SendMessage', textMessage('go'));
  const config = { taskId: task.id, ...taskPushNotificationConfig };
  expect(await rpc.refusal('CreateTaskPushNotificationConfig', config)).toEqual([-32000, 'PERMISSION_DENIED']);
  expect((await rpc.result('ListTaskPushNotificationConfigs', { taskId: task.id })).configs).toEqual([]);
  const rest = await api.call('createA2aPushConfig', {
    key,
    params: { id: worker.id, task: task.id },
    headers: { 'a2a-version': '1.0' },
    body: taskPushNotificationConfig,
  });
  expect(rest.status).toBe(403);
  // An API key of the agent may.
  const own = new RpcSpeaker(api, agent, worker);
  expect(await own.result('CreateTaskPushNotificationConfig', config)).toMatchObject({ taskId: task.id });
});

test('The tools of the MCP server are those that the scopes allow', async () => {
  const key = await shortKey('contacts');
  const reply = await api.call('callMcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  let text = '';
  for await (const part of reply.stream ?? []) text += part;
  const data = /^data: (.+)$/m.exec(text)?.[1] ?? '{}';
  const { tools } = (JSON.parse(data) as { result: { tools: { name: string }[] } }).result;
  expect(tools.map(({ name }) => name).sort()).toEqual(['find_contact', 'save_contact', 'whoami']);
});

test('A credential with scopes connects no tunnel', async () => {
  const { id } = (await api.call('createTunnel', { key: agent.key, body: {} })).body;
  const key = await shortKey('mail.read', 'tasks', 'events', 'contacts', 'vault', 'identity');
  const requestContext = { eventType: 'CONNECT', connectionId: `c-${id}`, identity: { sourceIp: '198.51.100.77' } };
  const event = { requestContext, headers: { Authorization: `Bearer ${key}` }, queryStringParameters: { tunnel: id } };
  expect(await connections(event as never, INVOCATION)).toEqual({ statusCode: 403 });
});

test('A credential with scopes that is not valid is refused like a key', async () => {
  const key = await shortKey('mail.read');
  const spoiled = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  expect((await api.call('getMe', { key: spoiled })).status).toBe(401);
  const { status, body, headers } = await api.call('getMe', { key: generateApiKey('sat') });
  expect([status, body.error.code, headers['www-authenticate']]).toEqual([401, 'auth.unauthorized', 'Bearer']);
});
