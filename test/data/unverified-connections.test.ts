import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { INVOCATION } from '../support/invocation.ts';
import { slotsInUse } from '../support/slots-in-use.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** The WebSocket connections that one network address can hold by creating organizations. */

const engine = useEngine();
const sqs = mockClient(SQSClient);
let api: InProcessApi;
/** Each test has a network of its own, because slots of an address outlast a test. */
let network = 0;
const address = (host = 1) => `198.51.${network}.${host}`;

beforeEach(() => {
  network += 1;
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
  sqs.on(SendMessageBatchCommand).resolves({});
  vi.stubEnv('LIMITS', JSON.stringify({ handshakesPerMinute: 1000 }));
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('EVENT_STREAMS_QUEUE_URL', 'https://queue.test/event-streams.fifo');
  const { unverifiedStreams, unverifiedTunnels } = DEFAULT_LIMITS;
  api = new InProcessApi(engine.table, { unverifiedStreams, unverifiedTunnels });
});

interface Connection {
  readonly status: number;
  end(): Promise<unknown>;
}

let connected = 0;

async function handshake(query: object, headers: object, sourceIp: string): Promise<Connection> {
  const connectionId = `${network}-${connected++}`;
  const context = { connectionId, identity: { sourceIp }, requestTimeEpoch: Date.now() };
  const event = { requestContext: { ...context, eventType: 'CONNECT' }, headers, queryStringParameters: query };
  const { statusCode } = await connections(event as never, INVOCATION);
  const ended = { requestContext: { ...context, eventType: 'DISCONNECT' } };
  return { status: statusCode, end: () => connections(ended as never, INVOCATION) };
}

async function tunnel(key: string, from = address()): Promise<Connection> {
  const { body } = await api.call('createTunnel', { key, body: {} });
  return handshake({ tunnel: body.id }, { Authorization: `Bearer ${key}` }, from);
}

async function stream(key: string, from = address()): Promise<Connection> {
  const { body } = await api.call('createStream', { key });
  return handshake({ ticket: new URL(body.connect_url).searchParams.get('ticket') }, {}, from);
}

/** Has twelve organizations connect twice each, from one address. */
async function twelveTimesTwo(connect: typeof tunnel): Promise<Connection[]> {
  const made: Connection[] = [];
  for (let stranger = 0; stranger < 12; stranger++) {
    const { key } = await api.organization();
    made.push(await connect(key), await connect(key));
  }
  return made;
}

test.each([
  ['tunnel', tunnel],
  ['stream', stream],
] as const)(
  'Twelve unverified organizations at one address hold ten connections of kind %s, not 24',
  async (kind, connect) => {
    const made = await twelveTimesTwo(connect);
    const statuses = made.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([10, 14]);
    // Another address has its own share, and a verified organization needs none.
    const [other, verified] = [await api.organization(), await api.organization()];
    await verifyOrganization(engine.table, verified.id);
    const elsewhere = await connect(other.key, address(2));
    expect([elsewhere.status, (await connect(verified.key)).status]).toEqual([200, 200]);
    // A connection that ends makes room for one.
    await made[0]?.end();
    const { key } = await api.organization();
    expect([(await connect(key)).status, (await connect(key)).status]).toEqual([200, 429]);
    for (const connection of [...made, elsewhere]) await connection.end();
    expect(await slotsInUse(engine.table, `${kind}-connections#address#${address(2)}`)).toBe(0);
  },
);

test('A handshake with a ticket that is used already occupies nothing', async () => {
  const { key } = await api.organization();
  const { body } = await api.call('createStream', { key });
  const query = { ticket: new URL(body.connect_url).searchParams.get('ticket') };
  const both = await Promise.all([handshake(query, {}, address()), handshake(query, {}, address())]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(await slotsInUse(engine.table, `stream-connections#address#${address()}`)).toBe(1);
});
