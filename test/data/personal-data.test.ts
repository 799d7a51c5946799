import { randomBytes } from 'node:crypto';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, expect, test, vi } from 'vitest';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { ROWS } from '#scripts/data-model/rows.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Key } from '#shared/data/table-client.ts';
import type { OperationName } from '#testing/operations.ts';
import { descriptionsOf } from '../compatibility/stored-kinds.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { InProcessApi, type InProcessCall } from '../support/in-process-api.ts';
import { INVOCATION } from '../support/invocation.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

/** What `docs/data-model.md` says about personal data in the clear, and what rows have. */

const engine = useEngine();
const random = randomBytes(6).toString('hex');
/** The network address of every caller of this file. */
const ADDRESS = '198.51.100.77';
const EMAIL = `ada-${random}@example.com`;
const PASSWORD = 'correct horse battery';

let api: InProcessApi;

/** Calls an operation from the network address. It has to succeed, unless the test expects another status. */
async function call<N extends OperationName>(
  name: N,
  { expected, ...request }: InProcessCall & { readonly expected?: number } = {},
) {
  const { status, body } = await api.call(name, { ...request, address: ADDRESS });
  if (expected === undefined ? status >= 300 : status !== expected) {
    throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}

async function connect(connectionId: string, query: object, headers: object = {}): Promise<void> {
  const requestContext = {
    connectionId,
    identity: { sourceIp: ADDRESS },
    requestTimeEpoch: Date.now(),
    eventType: 'CONNECT',
  };
  const { statusCode } = await connections(
    { requestContext, headers, queryStringParameters: query } as never,
    INVOCATION,
  );
  expect(statusCode).toBe(200);
}

/** What people and their programs do, most of it before they are verified. */
async function useEverything(): Promise<void> {
  const slug = `org-${random}`;
  const account = { organization_name: 'Test', organization_slug: `${slug}-2`, email: EMAIL, password: PASSWORD };
  await call('signup', { body: account });
  await call('login', { body: { email: EMAIL, password: 'wrong' }, expected: 401 });
  await call('getMe', { key: 'aid_org_unknown', expected: 401 });
  const organization = await call('createOrganization', { body: { name: 'Test', slug, owner_email: EMAIL } });
  const key = organization.admin_api_key;
  const agent = await api.agent(key);
  await call('claim', { key, body: { email: EMAIL, password: PASSWORD } });
  await call('createContact', { key, body: { display_name: 'Ada', emails: [EMAIL] } });
  const rule = { action: 'block', direction: 'inbound', match_type: 'exact_email', match_target: `x${EMAIL}` };
  await call('createContactRule', { key, body: rule });
  await call('sendMail', { key: agent.key, params: { id: agent.id }, body: { to: [EMAIL], subject: 'x', text: 'x' } });
  const raw = Buffer.from(`From: Ada <${EMAIL}>\r\nMessage-ID: <${random}@example.com>\r\nSubject: hello\r\n\r\ntext`);
  await receiveMails({ to: [`${agent.handle}@agents.test`], raw, id: agent.id });
  await call('waitForEvent', { key, query: { type: 'mail.bounced', timeout_ms: '200' } });

  const secret = await call('createSecret', { key: agent.key, body: { name: 'one', value: 'x' } });
  const lease = await call('createLease', { key: agent.key, body: { secret_id: secret.id } });
  const redemption = { params: { id: lease.id }, body: { lease_token: lease.lease_token } };
  await call('redeemLease', { key: agent.key, ...redemption });

  const tunnel = await call('createTunnel', { key, body: {} });
  await connect(`${random}-1`, { tunnel: tunnel.id }, { Authorization: `Bearer ${key}` });
  const stream = await call('createStream', { key });
  await connect(`${random}-2`, { ticket: new URL(stream.connect_url).searchParams.get('ticket') });

  // Now the owner is verified, and logs in.
  const code = (await mailedCodes(api, engine.table, EMAIL, organization.id)).at(-1)?.code;
  await call('claim', { key, body: { email: EMAIL, code } });
  await call('login', { body: { email: EMAIL, password: PASSWORD } });
}

let rows: Record<string, unknown>[];

beforeAll(async () => {
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageCommand).resolves({});
  sqs.on(SendMessageBatchCommand).resolves({});
  memoryBucket();
  vi.stubEnv('INBOUND_TOPICS', '[]');
  vi.stubEnv('LIMITS', '{}');
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('EVENT_STREAMS_QUEUE_URL', 'https://queue.test/event-streams.fifo');
  api = new InProcessApi(engine.table);
  await useEverything();
  rows = await everyRow(engine.table);
});

/** The rows that have a text in the clear, in a key or an attribute. */
function rowsWith(text: string): Key[] {
  const found = rows.filter((row) =>
    JSON.stringify(row, (_, value) => (value instanceof Set ? [...value] : value)).includes(text),
  );
  return found as unknown as Key[];
}

const declared = (kind: string) =>
  Object.values(ROWS).flatMap((descriptions) => descriptions.filter(({ personal = '' }) => personal.includes(kind)));

test('Every row with the network address of a caller is listed with it, and no other', () => {
  const found = rowsWith(ADDRESS);
  const descriptions = found.flatMap((row) => descriptionsOf(row, { ROWS, PREFIX }));
  expect([...new Set(descriptions.map(({ row }) => row))].sort()).toEqual(
    declared('network address')
      .map(({ row }) => row)
      .sort(),
  );
});

test('Every row with the email address of a person is listed with it', () => {
  const found = rowsWith(EMAIL);
  expect(new Set(found.map(({ pk }) => pk.split('#')[0])).size).toBeGreaterThan(9);
  const listed = declared('email address');
  const others = found.filter((row) => !descriptionsOf(row, { ROWS, PREFIX }).some((one) => listed.includes(one)));
  expect(others.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
});
