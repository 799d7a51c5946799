import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { readWebhookCount } from '#shared/data/entities/delivery/webhook-count.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { webhooksPerOrganization: 6, webhooksPerAgent: 4, unverifiedAgents: 5 });
});

const parallel = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
const subject = () => `test#${randomBytes(8).toString('hex')}`;
const countByStatus = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const AT = 1_800_000_000_000;
const URL = 'https://example.com/hook';

describe('rate limits', () => {
  test('Of three times the limit at once exactly the limit is allowed', async () => {
    const key = subject();
    const results = await parallel(150, () => consumeToken(engine.table, key, 50, AT));
    const allowed = results.filter((one) => one.allowed);
    expect(allowed).toHaveLength(50);
    expect(allowed.map((one) => one.remaining).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(results.filter((one) => !one.allowed).every((one) => one.remaining === 0)).toBe(true);
  });

  test('A window is a calendar minute, and the next begins full', async () => {
    const key = subject();
    const end = Math.ceil((AT + 1) / MINUTE) * MINUTE;
    const consume = (at: number) => consumeToken(engine.table, key, 1, at);
    expect(await consume(end - 1500)).toMatchObject({ allowed: true, resetSeconds: 2 });
    expect(await consume(end - 1)).toMatchObject({ allowed: false, resetSeconds: 1 });
    expect(await consume(end)).toMatchObject({ allowed: true, resetSeconds: 60 });
  });

  test('A limit of zero allows nothing, and subjects do not share', async () => {
    expect((await consumeToken(engine.table, subject(), 0, AT)).allowed).toBe(false);
    const [one, other] = [subject(), subject()];
    expect((await consumeToken(engine.table, one, 1, AT)).allowed).toBe(true);
    expect((await consumeToken(engine.table, other, 1, AT)).allowed).toBe(true);
  });

  test('The keys of an organization share one rate limit, and a rejection says when to come back', async () => {
    const limited = new InProcessApi(engine.table, { orgRequestsPerMinute: 10, unverifiedAgents: 5 });
    const { key } = await api.organization();
    const agent = await api.agent(key);
    limited.now = () => AT;
    const replies = await parallel(30, (index) => limited.call('getMe', { key: index % 2 ? key : agent.key }));
    expect(countByStatus(replies)).toEqual({ 200: 10, 429: 20 });
    const refused = replies.find((reply) => reply.status === 429);
    expect(refused?.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '0' });
    expect(refused?.headers['retry-after']).toBe(refused?.headers['ratelimit-reset']);
    expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
  });

  test('An IP address has one rate limit for bootstrap calls, including failed ones', async () => {
    const limited = new InProcessApi(engine.table, { ipRequestsPerMinute: 5 });
    limited.now = () => AT;
    const replies = await parallel(15, () => limited.call('createOrganization', { address: '2001:db8::1', body: {} }));
    expect(countByStatus(replies)).toEqual({ 400: 5, 429: 10 });
    const sameNetwork = await limited.call('createOrganization', { address: '2001:db8::ffff', body: {} });
    expect(sameNetwork.status).toBe(429);
    expect((await limited.call('getHealth', { address: '2001:db8::1' })).status).toBe(200);
  });

  test('A request with a wrong key does not count for an organization', async () => {
    const reply = await api.call('getMe', { key: 'aid_org_wrong' });
    expect(reply.status).toBe(401);
    expect(reply.headers).not.toHaveProperty('ratelimit-limit');
  });
});

describe('the limit of webhooks', () => {
  test('Of three times the limit of webhooks at once exactly the limit is registered', async () => {
    const { id, key } = await api.organization();
    const replies = await parallel(18, () => api.call('createWebhook', { key, body: { url: URL } }));
    expect(countByStatus(replies)).toEqual({ 201: 6, 409: 12 });
    expect(replies.find((reply) => reply.status === 409)?.body.error.code).toBe('webhook.limit_reached');
    const count = await readWebhookCount(engine.table, id);
    expect(count.active).toEqual({ organization: 6 });
    expect([...count.slots].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await api.call('listWebhooks', { key })).body.webhooks).toHaveLength(6);
  });

  test('Each agent has its own limit of webhooks, with any key that registers them', async () => {
    const { id, key } = await api.organization();
    const [one, other] = [await api.agent(key), await api.agent(key)];
    const replies = await parallel(16, (index) =>
      index % 2
        ? api.call('createWebhook', { key: one.key, body: { url: URL } })
        : api.call('createWebhook', { key, body: { url: URL, identity_id: other.id } }),
    );
    expect(countByStatus(replies)).toEqual({ 201: 8, 409: 8 });
    expect((await readWebhookCount(engine.table, id)).active).toEqual({ [one.id]: 4, [other.id]: 4 });
    expect((await api.call('createWebhook', { key, body: { url: URL } })).status).toBe(201);
  });

  test('A disabled endpoint makes room, and can be enabled again only if there is room', async () => {
    const { key } = await api.organization();
    const hooks = await parallel(6, () => api.call('createWebhook', { key, body: { url: URL } }));
    const update = (index: number, enabled: boolean) =>
      api.call('updateWebhook', { key, params: { id: hooks[index]?.body.id ?? '' }, body: { enabled } });
    expect((await update(0, false)).body).toMatchObject({ enabled: false, disabled_reason: expect.any(String) });
    const extra = await api.call('createWebhook', { key, body: { url: URL } });
    expect(extra.status).toBe(201);
    expect((await update(0, true)).status).toBe(409);
    expect((await api.call('deleteWebhook', { key, params: { id: extra.body.id } })).status).toBe(204);
    expect((await update(0, true)).body).toMatchObject({ enabled: true, disabled_reason: null });
  });

  test('Enabling and disabling endpoints at once never miscounts', async () => {
    const { id, key } = await api.organization();
    const hooks = await parallel(6, () => api.call('createWebhook', { key, body: { url: URL } }));
    await parallel(24, (index) =>
      api.call('updateWebhook', {
        key,
        params: { id: hooks[index % 3]?.body.id ?? '' },
        body: { enabled: index % 4 < 2 },
      }),
    );
    const { webhooks } = (await api.call('listWebhooks', { key })).body;
    const enabled = webhooks.filter((webhook: { enabled: boolean }) => webhook.enabled).length;
    expect((await readWebhookCount(engine.table, id)).active).toEqual({ organization: enabled });
  });
});

describe('the limit of agents', () => {
  test('Of three times the limit of agents at once exactly the limit is created', async () => {
    const { key } = await api.organization();
    const replies = await parallel(15, () =>
      api.call('createIdentity', { key, body: { handle: `h-${randomBytes(6).toString('hex')}` } }),
    );
    expect(countByStatus(replies)).toEqual({ 201: 5, 409: 10 });
    expect(replies.find((reply) => reply.status === 409)?.body.error.code).toBe('usage.agent_limit');
    expect((await api.call('listIdentities', { key })).body.identities).toHaveLength(5);
  });

  test('Of concurrent requests for one handle exactly one is created, in one organization or in many', async () => {
    const organizations = await parallel(8, () => api.organization());
    const body = { handle: `h-${randomBytes(6).toString('hex')}` };
    const replies = await parallel(16, (index) =>
      api.call('createIdentity', { key: organizations[index % 8]?.key ?? '', body }),
    );
    expect(countByStatus(replies)).toEqual({ 201: 1, 409: 15 });
    expect(replies.find((reply) => reply.status === 409)?.body.error.code).toBe('identity.handle_taken');
  });
});
