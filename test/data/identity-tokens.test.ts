import { randomBytes, randomUUID } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY, nextMidnight } from '#shared/domain/time/time.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { claimsOf } from '../support/token-claims.ts';

const engine = useEngine();
const AUDIENCE = 'sts.amazonaws.com';
const ISSUER = 'https://api.test';

let api: InProcessApi;
let keyring: Keyring;
let organization: { id: string; key: string };
let agent: { id: string; key: string; handle: string };

beforeEach(async () => {
  keyring = new Keyring(randomBytes(32));
  api = new InProcessApi(engine.table, {}, async () => keyring);
  organization = await api.organization();
  agent = await api.agent(organization.key);
  await allow(AUDIENCE);
});

const allow = (...audiences: string[]) =>
  api.call('setIdentityTokenSettings', { key: organization.key, body: { audiences } });

const issue = (call: { key?: string; body?: object; idempotencyKey?: string; id?: string } = {}) => {
  const { key = agent.key, body = {}, id = agent.id, ...rest } = call;
  return api.call('createIdentityToken', { key, params: { id }, body: { audience: AUDIENCE, ...body }, ...rest });
};

const suspend = () => api.call('suspendIdentity', { key: organization.key, params: { id: agent.id } });

async function verify(token: string) {
  const { keys } = (await api.call('getJwks')).body;
  const options = { issuer: ISSUER, audience: AUDIENCE, currentDate: new Date(api.now()) };
  return (await jwtVerify(token, createLocalJWKSet({ keys }), options)).payload;
}

/** What the log has about tokens, oldest first. */
async function issuedEvents() {
  const { events } = (await api.call('listEvents', { key: organization.key })).body;
  return events.filter(({ type }) => type === 'identity_token.issued').reverse();
}

test('A token is verified by the published keys alone, and its event has what it says', async () => {
  const { status, body } = await issue({ body: { ttl_seconds: 60 } });
  expect([status, body.token_type]).toEqual([201, 'JWT']);
  const claims = await verify(body.token);
  const { id: identityId, handle } = agent;
  expect(claims).toMatchObject({ sub: `agent:${identityId}`, organization: organization.id, handle });
  expect(Date.parse(body.expires_at)).toBe(Number(claims.exp) * 1000);
  expect(await issuedEvents()).toEqual([
    expect.objectContaining({
      identity_id: identityId,
      aggregate_type: 'identity_token',
      aggregate_id: claims.jti,
      payload: { identityId, audience: AUDIENCE, jti: claims.jti, expiresAt: body.expires_at },
    }),
  ]);
});

test('No audience is allowed until the organization names it, and none by its beginning', async () => {
  await allow();
  expect((await issue()).body.error.code).toBe('identity_token.audience');
  await allow('https://provider.example/');
  for (const audience of ['https://provider.example', 'https://provider.example/x', 'HTTPS://provider.example/']) {
    expect((await issue({ body: { audience } })).body.error.code).toBe('identity_token.audience');
  }
  expect((await issue({ body: { audience: 'https://provider.example/' } })).status).toBe(201);
  expect((await api.call('getIdentityTokenSettings', { key: organization.key })).body.audiences).toEqual([
    'https://provider.example/',
  ]);
});

test('An agent gets tokens for itself alone, and an org key for each agent of its organization', async () => {
  const peer = await api.agent(organization.key);
  const elsewhere = await api.organization();
  const stranger = await api.agent(elsewhere.key);
  expect((await issue({ id: peer.id })).body.error.code).toBe('auth.forbidden');
  expect((await issue({ id: stranger.id })).body.error.code).toBe('resource.not_found');
  expect((await issue({ key: organization.key, id: stranger.id })).body.error.code).toBe('resource.not_found');
  expect(claimsOf((await issue({ key: organization.key, id: peer.id })).body.token).sub).toBe(`agent:${peer.id}`);
  expect(claimsOf((await issue({ id: 'me' })).body.token).sub).toBe(`agent:${agent.id}`);
});

test('Only an org key adds claims', async () => {
  const claims = { team: 'support' };
  expect((await issue({ body: { claims } })).body.error).toMatchObject({ code: 'auth.forbidden' });
  const { body } = await issue({ key: organization.key, body: { claims } });
  expect(await verify(body.token)).toMatchObject(claims);
});

test('A suspended agent gets no token, with either key, and one again after it is reinstated', async () => {
  await suspend();
  for (const key of [agent.key, organization.key]) {
    expect((await issue({ key })).body.error.code).toBe('identity.suspended');
  }
  await api.call('reinstateIdentity', { key: organization.key, params: { id: agent.id } });
  expect((await issue()).status).toBe(201);
});

test('A suspension that commits while a token is being made leaves no token', async () => {
  const { signingKeys } = api.services;
  const keys = signingKeys?.();
  if (keys === undefined) throw new Error('no keys');
  const sign = keys.sign.bind(keys);
  const spy = vi.spyOn(keys, 'sign').mockImplementation(async (toSign) => {
    await suspend();
    return sign(toSign);
  });
  expect((await issue()).body.error.code).toBe('identity.suspended');
  spy.mockRestore();
  expect(await issuedEvents()).toEqual([]);
});

test('A repeated request returns the same token, which is stored nowhere', async () => {
  const seal = vi.spyOn(keyring, 'seal');
  const idempotencyKey = randomUUID();
  const first = await issue({ idempotencyKey });
  const [, , signature = ''] = first.body.token.split('.');
  api.now = () => Date.now() + 5_000;
  const again = await issue({ idempotencyKey });
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(await issuedEvents()).toHaveLength(1);
  const sealed = seal.mock.calls.map(([, , text]) => text);
  expect(sealed.some((text) => text.includes(agent.id))).toBe(true);
  expect(sealed.filter((text) => text.includes(signature))).toEqual([]);
  expect(JSON.stringify(await everyRow(engine.table))).not.toContain(signature);
});

test('Concurrent requests under one key get one token', async () => {
  const idempotencyKey = randomUUID();
  const replies = await Promise.all(Array.from({ length: 10 }, () => issue({ idempotencyKey })));
  expect(new Set(replies.map(({ body }) => body.token)).size).toBe(1);
  expect(await issuedEvents()).toHaveLength(1);
});

test('A repeated request is refused once the agent is suspended', async () => {
  const idempotencyKey = randomUUID();
  for (const key of [agent.key, organization.key]) expect((await issue({ key, idempotencyKey })).status).toBe(201);
  await suspend();
  for (const key of [agent.key, organization.key]) {
    expect((await issue({ key, idempotencyKey })).body.error.code).toBe('identity.suspended');
  }
});

test('Tokens are counted per day, up to the limit exactly, and a refused one does not count', async () => {
  api.limits.unverifiedIdentityTokensPerDay = 5;
  const replies = await Promise.all(Array.from({ length: 12 }, () => issue()));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = replies.find(({ status }) => status !== 201);
  expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
  expect(refused?.body.error.message).toMatch(
    /^At most 5 identity tokens per day while .* resets at .* ask the operator/,
  );
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  const usage = (await api.call('getUsage', { key: agent.key })).body;
  expect([usage.identity_tokens_today, usage.identity_token_daily_limit]).toEqual([5, 5]);
  const tomorrow = nextMidnight(Date.now());
  api.now = () => tomorrow;
  expect((await issue()).status).toBe(201);
});

test('A limit of zero refuses every token', async () => {
  api.limits.unverifiedIdentityTokensPerDay = 0;
  expect((await issue()).body.error.code).toBe('rate_limit.exceeded');
});

test('A token has expired after its lifetime', async () => {
  const { body } = await issue({ body: { ttl_seconds: 60 } });
  api.now = () => Date.now() + DAY;
  await expect(verify(body.token)).rejects.toThrow(/exp/);
});

test('Discovery names the issuer and the place of its keys, and both may be cached', async () => {
  const { body, headers } = await api.call('getOpenidConfiguration');
  expect(body).toMatchObject({
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    response_types_supported: ['id_token', 'code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  const keys = await api.call('getJwks');
  for (const { etag, 'cache-control': cache } of [headers, keys.headers]) {
    expect([etag, cache]).toEqual([expect.stringMatching(/^W\/"/), 'public, max-age=300']);
  }
  const current = await api.call('getJwks', { headers: { 'if-none-match': keys.headers.etag ?? '' } });
  expect(current.status).toBe(304);
  expect(Object.keys(keys.body.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});
