import { type Body, freshName, type StateClient } from './state-client.ts';

/** The queues in which jobs have to wait at the end, and how many but for heartbeats. */
const WAITING = {
  delivery: 3,
  'inbound-mail': 1,
  'outbound-mail': 2,
  'domain-checks': 3,
  'event-streams': 2,
} as const;

/** The queue of which the only jobs are heartbeats. Each queue has as many of them. */
const HEARTBEATS = 'mail-status';

/** More than the relay creates the deliveries of itself. */
const MANY_ENDPOINTS = 11;

/** A job of every kind, waiting in its queue. */
export async function writeWaiting(client: StateClient): Promise<void> {
  const owner = `${freshName('owner')}@example.com`;
  const organization = await client.organization({ owner_email: owner });
  const [agent, peer] = await Promise.all([client.agent(organization), client.agent(organization)]);
  const { receiver } = client.options;

  // Closed by a deleted tunnel, and sent to by an event.
  const { connect_url: streamUrl } = await client.ok('POST', '/v1/events/streams', organization.key, {});
  await ping(await connect(streamUrl));
  const tunnel = await client.ok('POST', '/v1/tunnels', agent.key, {});
  await connect(tunnel.connect_url, agent.key);
  await client.ok('DELETE', `/v1/tunnels/${tunnel.id}`, agent.key);

  await client.ok('POST', '/v1/webhooks', organization.key, { url: `${receiver}/waiting`, event_types: [CREATED] });
  const path = `/v1/identities/${peer.id}/a2a/message:send?A2A-Version=1.0`;
  const { task } = await client.ok('POST', path, agent.key, {
    message: { messageId: freshName('m'), role: 'ROLE_USER', parts: [{ text: 'waiting' }] },
    configuration: {
      returnImmediately: true,
      taskPushNotificationConfig: { id: 'updates', url: `${receiver}/waiting-push`, token: 'token' },
    },
  });
  await client.ok('POST', `/v1/a2a/tasks/${task.id}/reply`, peer.key, { state: 'working', message: 'on it' });

  const many = await createManyDeliveries(client);
  const mail = `/v1/identities/${agent.id}/mail`;
  const body = { to: 'bob@elsewhere.example', subject: 'Waiting', text: 'x' };
  const sent = await client.ok('POST', `${mail}/send`, agent.key, body);
  await client.mail({ to: agent.address, subject: 'Arrived while no one worked', text: 'x' });
  const names = [freshName('kept'), freshName('released')].map((name) => `${name}.example`);
  const [kept, released] = await Promise.all(
    names.map((domain) => client.ok('POST', '/v1/domains', organization.key, { domain })),
  );
  await client.ok('DELETE', `/v1/domains/${released.id}`, organization.key);
  await client.until(async () => {
    const { queues } = await client.ok('GET', '/_local/queues');
    const waiting = (name: string): number => {
      const { ready, in_flight, delayed } = queues.find((one: Body) => one.name.endsWith(`-${name}`));
      return ready + in_flight + delayed;
    };
    const heartbeats = waiting(HEARTBEATS);
    const isThere = ([name, wanted]: [string, number]) => waiting(name) >= wanted + heartbeats;
    return heartbeats > 0 && Object.entries(WAITING).every(isThere) ? true : undefined;
  }, 'a job in each queue');

  client.outcome({ name: 'a code is mailed', method: 'GET', path: '/_local/outbox', contains: owner });
  client.outcome({ name: 'a mail is sent', ...get(`${mail}/messages/${sent.id}`, agent.key), contains: '"delivered"' });
  const inbox = get(`${mail}/messages`, agent.key);
  client.outcome({ name: 'a mail is received', ...inbox, contains: 'Arrived while no one worked' });
  const domain = get(`/v1/domains/${kept.id}`, organization.key);
  client.outcome({ name: 'a domain is registered', ...domain, contains: '"dkim"' });
  const deliveries = get('/v1/webhooks/deliveries', organization.key);
  client.outcome({ name: 'an event is delivered', ...deliveries, contains: '"delivered"' });
  const manyDeliveries = get('/v1/webhooks/deliveries', many);
  client.outcome({ name: 'an event with many endpoints is delivered', ...manyDeliveries, contains: '"delivered"' });
  client.reads(organization.key, `/v1/a2a/tasks/${task.id}`);
}

/** Creates an event for many endpoints of an organization of its own. Returns the key of the organization. */
async function createManyDeliveries(client: StateClient): Promise<string> {
  const organization = await client.organization();
  const [caller, worker] = await Promise.all([client.agent(organization), client.agent(organization)]);
  const url = `${client.options.receiver}/waiting-many`;
  for (let n = 0; n < MANY_ENDPOINTS; n++) {
    await client.ok('POST', '/v1/webhooks', organization.key, { url, event_types: [CREATED] });
  }
  await client.ok('POST', '/v1/a2a/tasks', caller.key, { to_handle: worker.handle, message: 'for many endpoints' });
  return organization.key;
}

const CREATED = 'a2a.task.created';

const get = (path: string, key: string) => ({ method: 'GET', path, key });

/** Opens a WebSocket. It stays open until the process ends. */
function connect(url: string, key?: string): Promise<WebSocket> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  // Node's WebSocket takes headers, which the type of browsers does not have.
  const socket = new WebSocket(url, { headers } as never);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
  });
}

/** Has the service send a reply over an event stream. */
function ping(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      if (JSON.parse(String(data)).type === 'pong') resolve();
    });
    socket.send(JSON.stringify({ type: 'ping' }));
  });
}
