import { beforeEach, describe, expect, test } from 'vitest';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
const LIMIT = 5;
const FLOOD = 40;
/** The beginning of a minute. */
const AT = 30_000_000 * MINUTE;

let minute = 0;
let clock: { now: number };
let api: InProcessApi;
let counted: ReturnType<typeof countedTable>;

function startApi(failedAuthenticationsPerMinute = LIMIT) {
  const counts = countedTable(engine.table);
  const instance = new InProcessApi(counts.table, { failedAuthenticationsPerMinute });
  instance.now = () => clock.now;
  return { instance, counts };
}

beforeEach(() => {
  minute += 10;
  clock = { now: AT + minute * MINUTE + 15_000 };
  ({ instance: api, counts: counted } = startApi());
});

const ADDRESS = '198.51.100.1';
const me = (key: string | undefined, address = ADDRESS, of = api) =>
  of.call('getMe', { address, ...(key !== undefined && { key }) });
const unknownKey = () => generateApiKey('org');

/** Uses up what is left of the budget of the address. */
async function useUp(left = LIMIT): Promise<void> {
  for (let n = 0; n < left; n++) expect((await me(unknownKey())).status).toBe(401);
  expect((await me(unknownKey())).status).toBe(429);
}

describe('the budget of failed authentications', () => {
  test('Beyond the budget of its network address, a request that fails to authenticate gets 429 until the minute ends', async () => {
    await useUp();
    const refused = await me(unknownKey());
    expect(refused.headers).toMatchObject({ 'retry-after': '45' });
    expect(refused.headers).not.toHaveProperty('ratelimit-limit');
    expect(refused.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
    expect(refused.body.error.message).toBe(
      `At most ${LIMIT} failed authentications per minute from one network address. The limit resets at ` +
        `${timestamp(AT + (minute + 1) * MINUTE)}. Requests with a valid API key are still served: check the key.`,
    );
    expect((await me(unknownKey(), '198.51.100.2')).status).toBe(401);
    clock.now += 45_000;
    expect((await me(unknownKey())).status).toBe(401);
  });

  test('An unknown, a malformed and a revoked key and another scheme count alike, and a request without a credential does not', async () => {
    const { key } = await api.organization();
    const { body: revoked } = await api.call('createApiKey', { key, body: { name: 'revoked' } });
    await api.call('revokeApiKey', { key, params: { id: revoked.id } });
    for (let n = 0; n < 2 * LIMIT; n++) expect((await me(undefined)).status).toBe(401);
    const basic = { authorization: 'Basic YTpi' };
    const failures = [
      () => me(unknownKey()),
      () => me('nonsense'),
      () => me(revoked.key),
      () => api.call('getMe', { address: ADDRESS, headers: basic }),
      () => me(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
    ];
    for (const fail of failures) expect((await fail()).status).toBe(401);
    for (const fail of failures) expect((await fail()).status).toBe(429);
    expect((await me(undefined)).status).toBe(401);
  });

  test('A valid key is served from an address that has used up its budget, and a suspended agent gets its 403', async () => {
    const { key } = await api.organization();
    const agent = await api.agent(key);
    await useUp();
    for (let n = 0; n < LIMIT; n++) expect((await me(key)).status).toBe(200);
    expect((await me(agent.key)).status).toBe(200);
    await api.call('suspendIdentity', { key, params: { id: agent.id } });
    expect((await api.call('listEvents', { key: agent.key, address: ADDRESS })).status).toBe(403);
    expect((await me(unknownKey())).status).toBe(429);
  });

  test('A key that is revoked while its address has no budget left is refused at once', async () => {
    const { key } = await api.organization();
    const { body: other } = await api.call('createApiKey', { key, body: { name: 'other' } });
    await useUp();
    expect((await me(other.key)).status).toBe(200);
    await api.call('revokeApiKey', { key, params: { id: other.id } });
    expect((await me(other.key)).status).toBe(429);
  });

  test('The budget is exact over functions and concurrent requests', async () => {
    const instances = Array.from({ length: 3 }, () => startApi().instance);
    const replies = await Promise.all(
      Array.from({ length: 8 * LIMIT }, (_, n) => me(unknownKey(), ADDRESS, instances[n % instances.length])),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7 * LIMIT);
  });

  test('Beyond the budget, a credential that has failed costs neither read nor write, and a new one costs one read', async () => {
    const [stale, malformed] = [unknownKey(), 'nonsense'];
    expect((await me(stale)).status).toBe(401);
    await useUp(LIMIT - 1);
    counted.reset();
    for (let n = 0; n < FLOOD; n++) {
      expect((await me(stale)).status).toBe(429);
      expect((await me(malformed)).status).toBe(429);
    }
    expect(counted.calls).toEqual({ reads: 0, writes: 0 });
    for (let n = 0; n < FLOOD; n++) expect((await me(unknownKey())).status).toBe(429);
    expect(counted.calls).toEqual({ reads: FLOOD, writes: 0 });
  });

  test('Addresses of one IPv6 network share a budget', async () => {
    for (let n = 0; n < LIMIT; n++) expect((await me(unknownKey(), `2001:db8::${n}`)).status).toBe(401);
    expect((await me(unknownKey(), '2001:db8::ffff')).status).toBe(429);
    expect((await me(unknownKey(), '2001:db8:0:1::1')).status).toBe(401);
  });

  test('A call of the A2A protocol gets the 429 in the form of the protocol', async () => {
    await useUp();
    const reply = await api.call('callA2a', {
      key: unknownKey(),
      address: ADDRESS,
      params: { id: 'agt_1' },
      body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } },
    });
    expect(reply).toMatchObject({ status: 429, headers: { 'retry-after': '45' } });
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });
});
