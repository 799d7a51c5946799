import { once } from 'node:events';
import { createServer } from 'node:http';
import { TunnelClient } from '../../../clients/tunnel/tunnel-client.ts';
import { type Agent, type Body, freshName, type Organization, type StateClient, send } from './state-client.ts';

const VERSION = { 'a2a-version': '1.0' };

/** Longer than a row may be, so that it is stored in the bucket. */
const LARGE = 'ä😀 large content '.repeat(8_000);

/** Tasks and their content, contexts, push configurations, rules, invitations, the directory, and tunnels. */
export async function writeAgents(client: StateClient): Promise<void> {
  const [ours, theirs] = await Promise.all([client.organization(), client.organization()]);
  const [caller, worker, stranger] = await Promise.all([client.agent(ours), client.agent(ours), client.agent(theirs)]);
  await writeTasks(client, ours, caller, worker);
  await writeAccess(client, ours, theirs, caller, stranger);
  await writeTunnels(client, ours, caller);
}

async function writeTasks(client: StateClient, ours: Organization, caller: Agent, worker: Agent): Promise<void> {
  const tasks = '/v1/a2a/tasks';
  const to = { to_handle: worker.handle };
  const message_id = freshName('message');
  const open = await client.ok('POST', tasks, caller.key, {
    ...to,
    message: 'open',
    message_id,
    metadata: { team: 'web' },
  });
  const done = await client.ok('POST', tasks, caller.key, { ...to, message: 'done', context_id: open.context_id });
  await client.ok('POST', `${tasks}/${done.id}/reply`, worker.key, {
    state: 'completed',
    message: 'here it is',
    result: { invoice: 4711 },
    artifacts: [{ artifact_id: 'a', name: 'Invoice', parts: [{ url: 'https://example.com/4711.pdf' }] }],
  });
  const large = await client.repeatable(tasks, caller.key, { ...to, parts: [{ text: LARGE }] });

  const claimed = await client.ok('POST', tasks, caller.key, { ...to, message: 'claimed' });
  await claim(client, `${tasks}/${claimed.id}`, worker.key);

  const rpc = `/v1/identities/${worker.id}/a2a`;
  const contextId = freshName('conversation');
  const message = (text: string) => ({ messageId: freshName('m'), role: 'ROLE_USER', contextId, parts: [{ text }] });
  const { task } = await client.ok(
    'POST',
    `${rpc}/message:send`,
    caller.key,
    {
      message: message('by the protocol'),
      configuration: {
        returnImmediately: true,
        taskPushNotificationConfig: {
          id: 'updates',
          url: `${client.options.receiver}/pushed`,
          token: 'token',
          authentication: { scheme: 'Bearer', credentials: 'credentials' },
        },
      },
    },
    VERSION,
  );
  await subscribe(client, `${rpc}/tasks/${task.id}:subscribe`, caller.key);

  client.reads(caller.key, tasks, `${tasks}?state=submitted`, `${tasks}?context_id=${open.context_id}`);
  for (const { id } of [open, done, large, claimed, task]) client.reads(caller.key, `${tasks}/${id}`);
  client.reads(worker.key, tasks);
  client.reads(ours.key, tasks, '/v1/events?limit=100');
  const version = 'A2A-Version=1.0';
  client.reads(caller.key, `${rpc}/tasks?${version}`, `${rpc}/tasks/${task.id}?historyLength=5&${version}`);
  client.reads(caller.key, `${rpc}/tasks/${task.id}/pushNotificationConfigs?${version}`);
  const again = { ...to, message: 'open', message_id, metadata: { team: 'web' } };
  client.later('a message with a known message_id makes no second task', 'POST', tasks, caller.key, again);
  client.later('a worker replies', 'POST', `${tasks}/${open.id}/reply`, worker.key, {
    state: 'working',
    message: 'on it',
  });
  client.later('a claimed task is completed', 'POST', `${tasks}/${claimed.id}/reply`, worker.key, {
    state: 'completed',
    message: 'claimed before',
  });
  client.later('a caller adds a message', 'POST', `${tasks}/${large.id}/messages`, caller.key, { message: 'more' });
  client.later('a task is cancelled', 'POST', `${tasks}/${large.id}/cancel`, caller.key, { reason: 'enough' });
  const next = { ...to, message: 'next', context_id: open.context_id };
  client.later('a context continues', 'POST', tasks, caller.key, next);
  client.later('a context of a client continues', 'POST', `${rpc}/message:send?${version}`, caller.key, {
    message: message('again'),
    configuration: { returnImmediately: true },
  });
  client.later('a push is sent', 'POST', `${tasks}/${task.id}/reply`, worker.key, {
    state: 'completed',
    message: 'end',
  });
}

/** Claims a task. A release without the operation moves it to `working` by a reply. */
async function claim(client: StateClient, task: string, key: string): Promise<void> {
  const request = { method: 'POST', path: `${task}/claim`, key, body: { lease_seconds: 900 } };
  const { status, reply } = await send(client.options.url, request);
  if (status === 404 && reply.error.code === 'route.not_found') {
    await client.ok('POST', `${task}/reply`, key, { state: 'working' });
  } else if (status !== 200) {
    throw new Error(`${task}/claim: ${status} ${JSON.stringify(reply)}`);
  }
}

/** Follows a task for a moment: a stream that lasts takes a slot. */
async function subscribe(client: StateClient, path: string, key: string): Promise<void> {
  const end = new AbortController();
  const headers = { ...VERSION, authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const response = await fetch(client.options.url + path, { method: 'POST', headers, signal: end.signal });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.body?.getReader().read();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  end.abort();
}

/** Settings, the directory, a rule and an invitation. */
export async function writeAccess(
  client: StateClient,
  ours: Organization,
  theirs: Organization,
  caller: Agent,
  stranger: Agent,
) {
  const settings = `/v1/identities/${stranger.id}/a2a/settings`;
  const skill = { id: 'invoices', name: 'Invoices', description: 'Finds them.', tags: ['billing'] };
  await client.ok('PUT', settings, theirs.key, { publicly_discoverable: true, description: 'x', skills: [skill] });
  const rule = { identity_id: caller.id, handle: freshName('stranger'), action: 'block' };
  const { id: ruleId } = await client.ok('POST', '/v1/a2a/contact-rules', ours.key, rule);
  const invitations = '/v1/a2a/invitations';
  const pending = await client.ok('POST', invitations, ours.key, {
    from_identity_id: caller.id,
    to_handle: stranger.handle,
    note: 'hello',
  });
  client.reads(ours.key, '/v1/a2a/contact-rules', invitations, '/v1/a2a/directory?tag=billing');
  client.reads(theirs.key, settings, invitations, `/v1/identities/${stranger.id}/a2a/agent-card.json`);
  client.later('an invitation is accepted', 'POST', `${invitations}/${pending.id}/accept`, theirs.key);
  client.later('a rule is changed', 'PATCH', `/v1/a2a/contact-rules/${ruleId}`, ours.key, { direction: 'inbound' });
  const hidden = { publicly_discoverable: false };
  client.later('an agent leaves the directory', 'PUT', settings, theirs.key, hidden);
}

async function writeTunnels(client: StateClient, ours: Organization, agent: Agent): Promise<void> {
  const server = createServer((_, response) => response.end('through the tunnel')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made: Body = await client.ok('POST', '/v1/tunnels', agent.key, { name: 'Preview', metadata: { team: 'web' } });
  const { connect_url: connectUrl, public_url: publicUrl } = made;
  const { port } = server.address() as { port: number };
  const tunnel = new TunnelClient({ connectUrl, key: agent.key, target: { host: '127.0.0.1', port } });
  const connected = once(tunnel, 'connected');
  tunnel.start();
  await connected;
  const response = await fetch(publicUrl);
  if ((await response.text()) !== 'through the tunnel') throw new Error(`the tunnel: ${response.status}`);
  client.tunnel({ connectUrl, publicUrl, key: agent.key });
  client.reads(ours.key, '/v1/tunnels');
}
