import { once } from 'node:events';
import { createServer } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as accounts } from '#functions/http/accounts/index.ts';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { listen } from '#local/http/listen.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';

/** A table that accepts requests and never responds. */
const table = createServer(() => {});

let address: string;

beforeAll(async () => {
  address = `http://127.0.0.1:${await listen(table, 0)}`;
});
beforeEach(() => {
  for (const [name, value] of [
    ['TABLE_NAME', 'rows'],
    ['AWS_ENDPOINT_URL_DYNAMODB', address],
    ['AWS_REGION', 'eu-central-1'],
    ['AWS_ACCESS_KEY_ID', 'test'],
    ['AWS_SECRET_ACCESS_KEY', 'test'],
    ['LIMITS', '{}'],
    ['MAIL_DOMAIN', 'agents.test'],
    ['STAGE', 'test'],
  ] as const)
    vi.stubEnv(name, value);
});
afterAll(() => {
  table.closeAllConnections();
  table.close();
});

const requestContext = { requestId: 'r', path: '/v1/me', domainName: 'api.test', identity: { sourceIp: '192.0.2.1' } };
const getMe = {
  httpMethod: 'GET',
  resource: '/v1/me',
  path: '/v1/me',
  headers: { Authorization: `Bearer ${generateApiKey('org')}` },
  body: null,
  requestContext,
} as unknown as APIGatewayProxyEvent;
const connect = { requestContext: { ...requestContext, eventType: 'CONNECT', connectionId: 'one' } };

const withTime = (leftMs: number) => ({ getRemainingTimeInMillis: () => leftMs }) as Context;

/** Invokes a handler, and lets its deadline pass while it waits for the table. Returns both. */
async function pastDeadline(
  invoke: () => Promise<unknown>,
): Promise<{ deadlineMs: number | undefined; reply: unknown }> {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
  const reply = invoke();
  await once(table, 'request');
  deadline.abort();
  const deadlineMs = timeout.mock.calls[0]?.[0];
  timeout.mockRestore();
  return { deadlineMs, reply: await reply };
}

test('A request that waits for a table until its deadline gets the error of the contract, a second before the end', async () => {
  const { deadlineMs, reply } = await pastDeadline(async () => accounts(getMe, withTime(25_000)));
  expect(deadlineMs).toBe(24_000);
  const { statusCode, body } = reply as APIGatewayProxyResult;
  expect([statusCode, JSON.parse(body).error]).toMatchObject([
    500,
    { code: 'internal.error', request_id: 'r', retryable: true },
  ]);
});

test('A handshake that waits for a table until its deadline is refused with 500', async () => {
  const invoke = () => connections(connect as never, withTime(15_000));
  expect(await pastDeadline(invoke)).toEqual({ deadlineMs: 14_000, reply: { statusCode: 500 } });
});
