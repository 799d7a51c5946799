import { beforeEach, expect, test } from 'vitest';
import { OAUTH_PATHS } from '#shared/domain/oauth/oauth-paths.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { ApiClient } from '#testing/api-client.ts';
import { OAuthFlow } from '#testing/oauth-flow.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { inProcessSend } from '../support/in-process-send.ts';

const LIMIT = 5;
const engine = useEngine();
let api: InProcessApi;
let flow: OAuthFlow;
let start = 1_900_000_000_000;

beforeEach(() => {
  start += 10 * MINUTE;
  api = new InProcessApi(engine.table, { ipRequestsPerMinute: LIMIT, failedAuthenticationsPerMinute: LIMIT });
  api.now = () => start;
  flow = new OAuthFlow(new ApiClient('https://api.test', null, inProcessSend(api.services)));
});

/** The statuses of requests, one after the other. */
async function statusesOf(times: number, request: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await request()).status);
  return statuses;
}

const upTo = (limit: number, status: number) => [...Array.from({ length: limit }, () => status), 429, 429];

test('One network address registers a few clients per minute, and the refusal says when it may again', async () => {
  expect(await statusesOf(LIMIT + 2, () => flow.register())).toEqual(upTo(LIMIT, 201));
  const refused = await flow.register();
  expect(refused.body).toMatchObject({ error: 'temporarily_unavailable' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  api.now = () => start + MINUTE;
  expect((await flow.register()).status).toBe(201);
});

test('So do pages of authorizations, which may fetch the documents of clients', async () => {
  flow.clientId = 'ocl_01M7YKTVVJAAFKNEW6HZDFK2Q1';
  expect(await statusesOf(LIMIT + 2, () => flow.open())).toEqual(upTo(LIMIT, 400));
});

test('Guessed codes, refresh tokens and access tokens share one limit of an address', async () => {
  const { key } = await api.organization();
  flow.clientId = 'ocl_01M7YKTVVJAAFKNEW6HZDFK2Q1';
  const guessed = [
    () => flow.exchange('aid_oac_x'),
    () => flow.refresh('aid_ort_x'),
    () => api.call('callMcp', { key: 'aid_oat_x', body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  ];
  const statuses: number[] = [];
  for (let count = 0; count < LIMIT + 2; count += 1)
    statuses.push((await (guessed[count % guessed.length] ?? guessed[0])?.())?.status ?? 0);
  expect(statuses.slice(0, LIMIT).includes(429)).toBe(false);
  expect(statuses.slice(LIMIT)).toEqual([429, 429]);
  expect((await api.call('getMe', { key })).status).toBe(200);
});

test('The metadata and the tokens of honest clients have no limit of an address, because hosts share theirs', async () => {
  const metadata = () => inProcessSend(api.services)(new URL(OAUTH_PATHS.metadata, 'https://api.test'), {});
  expect(new Set(await statusesOf(LIMIT + 2, metadata))).toEqual(new Set([200]));
});
