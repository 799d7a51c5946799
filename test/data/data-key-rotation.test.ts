import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { signedHeaders } from '#functions/workers/delivery/signed-headers.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { findWebhook } from '#shared/data/entities/delivery/webhook.ts';
import { defaultProviderAccount } from '#shared/data/entities/mail/provider-account.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { OrganizationKeyrings } from '#shared/runtime/organization-keyrings.ts';
import { ACTIVATION_MS } from '#shared/runtime/stage-keyring.ts';
import { createProvider } from '#shared/services/outbound-mail/create-provider.ts';
import { isOpenRequest, newRequestId } from '#shared/services/tunnels/request-id.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { useEngine } from '../support/engine.ts';
import { HookApi, hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { loginAttempts } from '../support/login-attempts.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { submittedMail } from '../support/mail-signature.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { makeStage } from '../support/stage-keyrings.ts';
import { makeVault } from '../support/vault-fixture.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const engine = useEngine();
const PASSWORD = 'correct horse battery';
const ADDRESS = '192.0.2.7';
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer(PASSWORD);
  memoryBucket();
  process.env.INBOUND_TOPICS = '[]';
});

afterAll(() => server.stop());

/** Two functions that run while the data key is replaced. What one of them sealed before, the other one opens. */
let stage: ReturnType<typeof makeStage>;
let one: InProcessApi;
let other: InProcessApi;
let activeFrom: number;

beforeEach(async () => {
  // Signatures of mail have the real time, which is the one at which the new version becomes active.
  stage = makeStage(engine, { now: Date.now() - ACTIVATION_MS });
  [one, other] = [startApi(), startApi()];
  await Promise.all([one.services.keyring(), other.services.keyring()]);
  ({ activeFrom } = await stage.rotate());
  stage.clock.now = activeFrom - MINUTE;
  expect(await sealingVersion(one)).toBe('1');
});

function startApi(): InProcessApi {
  const fn = stage.startFunction();
  const api = new InProcessApi(engine.table, {}, () => fn.get());
  api.now = () => stage.clock.now;
  return api;
}

async function sealingVersion(api: InProcessApi): Promise<string | undefined> {
  return (await api.services.keyring()).seal('code', 'context', 'text').split('.')[1];
}

/** From now on, both functions seal with the new version. */
async function activate(): Promise<void> {
  stage.clock.now = activeFrom;
  expect([await sealingVersion(one), await sealingVersion(other)]).toEqual(['2', '2']);
}

describe('while the data key is replaced', () => {
  test('The signature of a delivery verifies with a secret of the version before, and with a new one', async () => {
    const { id, key } = await one.organization();
    const { body: webhook } = await one.call('createWebhook', { key, body: { url: 'https://example.com/hook' } });
    await activate();
    const params = { id: webhook.id };
    const { body: rotated } = await one.call('rotateWebhookSecret', { key, params });
    const stored = await findWebhook(engine.table, id, webhook.id);
    if (stored === undefined) throw new Error('no webhook');
    expect(stored.secrets.map(({ sealed }) => sealed.slice(0, 5))).toEqual(['k2.2.', 'k2.1.']);
    const [delivery, body] = [{ id: 'dlv_1', eventId: 'evt_1' } as Delivery, '{}'];
    const headers = await signedHeaders(stored, await other.services.keyring(), delivery, body, stage.clock.now);
    for (const secret of [webhook.secret, rotated.secret]) {
      const request = { headers, body: Buffer.from(body) };
      expect(verifyDelivery(secret, request, Math.floor(stage.clock.now / 1000))).toBe('genuine');
    }
  });

  test('The credentials of a provider account still log in', async () => {
    const { id, key } = await one.organization();
    const credentials = { password: PASSWORD };
    const body = { provider: 'smtp', host: '127.0.0.1', port: server.port, username: 'ada', credentials };
    expect((await one.call('createProviderAccount', { key, body })).body.status).toBe('active');
    await activate();
    const account = await defaultProviderAccount(engine.table, id);
    if (account === undefined) throw new Error('no account');
    const provider = await createProvider(account, await other.services.keyring(), { allowLoopback: true });
    await provider.send({ from: 'a@agents.test', to: ['b@example.com'], raw: Buffer.from('Subject: x\r\n\r\nx\r\n') });
    expect(server.taken.at(-1)?.to).toEqual(['b@example.com']);
  });

  test('A request with an idempotency key is replayed, with its secret, and another body is a conflict', async () => {
    const { key } = await one.organization();
    const call = { key, idempotencyKey: randomUUID(), body: { name: 'k' } };
    const first = await one.call('createApiKey', call);
    await activate();
    const again = await other.call('createApiKey', call);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const conflict = await other.call('createApiKey', { ...call, body: { name: 'another' } });
    expect(conflict.body.error.code).toBe('idempotency.conflict');
  });

  test('A code that was mailed before is accepted, and a wrong one is not', async () => {
    const [email, slug] = [`ada-${randomUUID()}@example.com`, `s-${randomUUID().slice(0, 8)}`];
    const body = { organization_name: 'Works', organization_slug: slug, email, password: PASSWORD };
    await one.call('signup', { body });
    const { id, key } = await one.organization();
    const owner = `owner-${email}`;
    await one.call('claim', { key, body: { email: owner, password: PASSWORD } });
    await activate();
    const verify = (code: string) => other.call('verifySignup', { body: { email, code } });
    const [{ code } = { code: '' }] = await mailedCodes(other, engine.table, email);
    expect((await verify(code === '000000' ? '000001' : '000000')).body.error.code).toBe('auth.code_invalid');
    expect((await verify(code)).status).toBe(201);
    const [claim] = await mailedCodes(other, engine.table, owner, id);
    expect((await other.call('claim', { key, body: { email: owner, code: claim?.code } })).status).toBe(200);
  });

  test('A resend still renews the signup of the network address that started it', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const start = (address: string, name: string) => {
      const organization_slug = `s-${randomUUID().slice(0, 8)}`;
      const body = { organization_name: name, organization_slug, email, password: PASSWORD };
      return one.call('signup', { address, body });
    };
    await start('192.0.2.7', 'Mine');
    await start('192.0.2.8', 'Theirs');
    await activate();
    await other.call('resendSignup', { address: '192.0.2.7', body: { email } });
    expect((await mailedCodes(other, engine.table, email)).at(-1)?.organizationName).toBe('Mine');
  });

  test('Wrong passwords of a network address are counted on, a known address stays known, and a code lifts the limit', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const attempts = (api: InProcessApi) => loginAttempts(engine, () => ({ api, email, now: stage.clock.now }));
    await attempts(one).signUp(ADDRESS);
    for (let n = 0; n < 9; n++) expect((await attempts(one).wrong(ADDRESS)).status).toBe(401);
    await attempts(one).seedDay();
    await activate();
    const { login, wrong } = attempts(other);
    // The address is known, so the used-up limit of the day does not refuse it.
    expect((await login(ADDRESS)).status).toBe(200);
    expect((await login('192.0.2.99')).status).toBe(429);
    expect((await wrong(ADDRESS)).status).toBe(401);
    expect((await login(ADDRESS)).status).toBe(429);
    await other.call('resendSignup', { address: ADDRESS, body: { email } });
    const code = (await mailedCodes(other, engine.table, email)).at(-1)?.code;
    await other.call('verifySignup', { address: ADDRESS, body: { email, code } });
    expect((await login(ADDRESS)).status).toBe(200);
  });

  test('An email that is submitted again is recognized', async () => {
    const { account, address, messages } = await hookOrganization(one);
    const mail = submittedMail([address], { id: `${randomUUID()}@example.com` });
    const reply = await new HookApi(one).submit(account, [mail]);
    expect(reply.body).toEqual({ ingested: 1, unroutable: 0, blocked: 0 });
    await activate();
    const again = await new HookApi(other).submit(account, [mail]);
    expect([again.status, again.body]).toEqual([200, { ingested: 0, unroutable: 0, blocked: 0 }]);
    expect(await messages()).toHaveLength(1);
  });

  test('The id of a tunnelled request is accepted by a function that has the new version already', async () => {
    const id = newRequestId(await one.services.keyring(), 'tun_1', stage.clock.now);
    const fresh = newRequestId(await startApi().services.keyring(), 'tun_1', stage.clock.now);
    for (const made of [id, fresh]) {
      expect(isOpenRequest(await other.services.keyring(), 'tun_1', made, stage.clock.now)).toBe(true);
    }
    await activate();
    expect(isOpenRequest(await other.services.keyring(), 'tun_1', id, activeFrom - MINUTE)).toBe(true);
    const later = newRequestId(await one.services.keyring(), 'tun_1', stage.clock.now);
    expect(isOpenRequest(await other.services.keyring(), 'tun_1', later, stage.clock.now)).toBe(true);
  });

  test('The vault, which has keys of its own, is not affected', async () => {
    const keyService = {
      generate: async () => ({ plaintext: new Uint8Array(32).fill(9), wrapped: 'wrapped' }),
      unwrap: async () => new Uint8Array(32).fill(9),
    };
    const start = () => {
      const keyrings = new OrganizationKeyrings({ table: () => engine.table, keyService, stage: () => stage.stage });
      return new InProcessApi(engine.table, {}, (organizationId = '') => keyrings.get(organizationId));
    };
    const before = start();
    const vault = await makeVault(before);
    const lease = await vault.createLease(await vault.createSecret('the value'), { max_uses: 2 });
    await activate();
    expect((await vault.redeem(lease)).body).toMatchObject({ value: 'the value' });
    const call = { key: vault.agent.key, params: { id: lease.id }, body: { lease_token: lease.lease_token } };
    expect((await start().call('redeemLease', call)).body).toMatchObject({ value: 'the value' });
  });
});
