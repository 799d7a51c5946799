import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler as contacts } from '#functions/http/contacts/index.ts';
import { handler as system } from '#functions/http/system/index.ts';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { handler as console } from '#functions/workers/console/index.ts';
import { handler as delivery } from '#functions/workers/delivery/index.ts';
import { handler as domainChecks } from '#functions/workers/domain-checks/index.ts';
import { handler as eventStreams } from '#functions/workers/event-streams/index.ts';
import { handler as inboundMail } from '#functions/workers/inbound-mail/index.ts';
import { handler as mailStatus } from '#functions/workers/mail-status/index.ts';
import { handler as outboundMail } from '#functions/workers/outbound-mail/index.ts';
import { handler as relay } from '#functions/workers/relay/index.ts';
import { handler as messages } from '#functions/workers/tunnel-messages/index.ts';
import { type HealthEvent, isHealthEvent } from '#shared/contract/health.ts';
import { INVOCATION } from '../support/invocation.ts';

vi.mock('#functions/workers/console/console-files.ts', () => ({ readConsoleFiles: () => new Map() }));

beforeEach(() => {
  for (const [name, value] of [
    ['TABLE_NAME', 'rows'],
    // Nothing listens there.
    ['AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:9'],
    ['AWS_REGION', 'eu-central-1'],
    ['AWS_ACCESS_KEY_ID', 'test'],
    ['AWS_SECRET_ACCESS_KEY', 'test'],
    ['AWS_MAX_ATTEMPTS', '1'],
    ['LIMITS', '{}'],
    ['MAIL_DOMAIN', 'agents.test'],
    ['STAGE', 'test'],
    ['API_URL', 'https://api.test'],
    ['SOCKET_URL', 'wss://sockets.test/test'],
  ] as const)
    vi.stubEnv(name, value);
});

const HEALTH = { kind: 'health', Records: [] } as const;
const NOTHING_FAILED = { batchItemFailures: [] };

const handlers: readonly [string, (event: HealthEvent) => unknown][] = [
  ['a function of the API', (event) => contacts(event as never, INVOCATION as Context)],
  ['the function that may look up no keys', (event) => system(event as never, INVOCATION as Context)],
  ['the function of connections', (event) => connections(event as never, INVOCATION)],
  ['the function of the messages of tunnels', (event) => messages(event as never)],
];

test.each(handlers)('A health event finds that %s works, and without the table that it does not', async (_, invoke) => {
  expect(await invoke({ ...HEALTH, readsTable: false })).toMatchObject({ statusCode: 204 });
  await expect(invoke({ ...HEALTH, readsTable: true })).rejects.toThrow();
});

test('A health event finds that the console works if it can read its files', async () => {
  expect(await console({ ...HEALTH, readsTable: true } as never)).toEqual({ statusCode: 204 });
});

test('A health event finds that a function of the API with a missing setting does not work', async () => {
  vi.stubEnv('LIMITS', '{');
  await expect(contacts({ ...HEALTH, readsTable: false } as never, INVOCATION as Context)).rejects.toThrow('LIMITS');
});

test.each(Object.entries({ delivery, domainChecks, eventStreams, inboundMail, mailStatus, outboundMail }))(
  'A health event is an empty batch for the worker of a queue: %s',
  async (_, worker) => {
    expect(await worker({ ...HEALTH, readsTable: true } as never, INVOCATION as Context)).toEqual(NOTHING_FAILED);
  },
);

test('A health event is an empty batch for the relay', async () => {
  expect(await relay({ ...HEALTH, readsTable: true } as never)).toEqual(NOTHING_FAILED);
});

test('No caller of the API can send a health event, whatever the body, the query and the headers say', async () => {
  const text = '{"kind":"health","readsTable":false}';
  const event = {
    httpMethod: 'POST',
    resource: '/v1/nothing',
    path: '/v1/nothing',
    headers: { kind: 'health' },
    multiValueQueryStringParameters: { kind: ['health'] },
    pathParameters: { kind: 'health' },
    body: text,
    requestContext: {
      requestId: 'r',
      path: '/v1/nothing',
      domainName: 'api.test',
      identity: { sourceIp: '192.0.2.1' },
    },
  } as unknown as APIGatewayProxyEvent;
  expect(isHealthEvent(event)).toBe(false);
  expect(await contacts(event, INVOCATION as Context)).toMatchObject({ statusCode: 404 });
});
