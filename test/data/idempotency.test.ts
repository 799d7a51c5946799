import { randomUUID } from 'node:crypto';
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { PREFIX } from '#shared/data/table.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes } from '../support/mailed-codes.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});

const TIMES = 20;
const URL = 'https://example.com/hook';
const PASSWORD = 'correct horse battery';
const parallel = <T>(work: (index: number) => Promise<T>, times = TIMES) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
const statuses = (replies: { status: number }[]) => [...new Set(replies.map((reply) => reply.status))];

/** The number of rows of an organization in a partition. */
async function rows(prefix: string, organizationId: string, sortPrefix: string): Promise<number> {
  const { Count } = await engine.table.client.send(
    new QueryCommand({
      TableName: engine.table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': `${prefix}${organizationId}`, ':sk': sortPrefix },
      ConsistentRead: true,
      Select: 'COUNT',
    }),
  );
  return Count ?? 0;
}

describe('an idempotency key', () => {
  test('An idempotency key includes the query: settings of the organization are not those of an agent', async () => {
    const { key } = await api.organization();
    const agent = await api.agent(key);
    const call = { key, idempotencyKey: randomUUID(), body: { filter_mode: 'allowlist' } };
    const ofOrganization = await api.call('setContactSettings', call);
    const query = { identity_id: agent.id };
    const ofAgent = await api.call('setContactSettings', { ...call, query });
    expect([ofOrganization.body.identity_id, ofAgent.body.identity_id]).toEqual([null, agent.id]);
    expect((await api.call('setContactSettings', { ...call, query })).headers['idempotency-replayed']).toBe('true');
  });
});

describe('the scope of an idempotency key', () => {
  test('A person who sends the same key and body to two organizations gets each one’s own secret', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const tokens = [];
    for (const { id, key, slug } of [await api.organization(), await api.organization()]) {
      await api.call('claim', { key, body: { email, password: PASSWORD } });
      const code = (await mailedCodes(api, engine.table, email, id)).at(-1)?.code;
      await api.call('claim', { key, body: { email, code } });
      const login = await api.call('login', { body: { email, password: PASSWORD, organization_slug: slug } });
      tokens.push({ token: login.body.token, organizationId: id });
    }
    const idempotencyKey = randomUUID();
    for (const { token, organizationId } of tokens) {
      const reply = await api.call('createApiKey', { key: token, idempotencyKey, body: { name: 'k' } });
      expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([201, undefined]);
      const { body: me } = await api.call('getMe', { key: reply.body.key });
      expect(me.org_id).toBe(organizationId);
    }
  });
});

describe('concurrent equal requests', () => {
  test('Twenty concurrent creations make one key, and all return the same secret', async () => {
    const { id, key } = await api.organization();
    const idempotencyKey = randomUUID();
    const replies = await parallel(() => api.call('createApiKey', { key, idempotencyKey, body: { name: 'k' } }));
    expect(statuses(replies)).toEqual([201]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies.filter((reply) => reply.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await rows(PREFIX.apiKeys, id, 'key_')).toBe(2);
    expect((await api.call('getMe', { key: replies[0]?.body.key })).status).toBe(200);
  });

  test('Twenty concurrent bootstraps without an API key make one organization', async () => {
    const body = { name: 'Test', slug: `race-${randomUUID().slice(0, 8)}` };
    const idempotencyKey = randomUUID();
    const replies = await parallel(() => api.call('createOrganization', { idempotencyKey, body }));
    expect(statuses(replies)).toEqual([201]);
    expect(new Set(replies.map((reply) => reply.body.admin_api_key)).size).toBe(1);
  });

  test('Twenty concurrent webhooks with room for one make one webhook and no error', async () => {
    const { key } = await api.organization();
    const capped = new InProcessApi(engine.table, { webhooksPerOrganization: 1 });
    const call = { key, idempotencyKey: randomUUID(), body: { url: URL } };
    const replies = await parallel(() => capped.call('createWebhook', call));
    expect(statuses(replies)).toEqual([201]);
    expect(new Set(replies.map((reply) => reply.body.secret)).size).toBe(1);
    expect((await capped.call('createWebhook', { ...call, idempotencyKey: randomUUID() })).status).toBe(409);
  });

  test('Twenty concurrent deletions of one webhook all return that it is deleted', async () => {
    const { key } = await api.organization();
    const { body } = await api.call('createWebhook', { key, body: { url: URL } });
    const call = { key, params: { id: body.id }, idempotencyKey: randomUUID() };
    expect(statuses(await parallel(() => api.call('deleteWebhook', call)))).toEqual([204]);
    expect((await api.call('deleteWebhook', call)).status).toBe(204);
    expect((await api.call('deleteWebhook', { ...call, idempotencyKey: randomUUID() })).status).toBe(404);
  });

  test('Twenty concurrent requests with different bodies have one effect and nineteen conflicts', async () => {
    const { id, key } = await api.organization();
    const idempotencyKey = randomUUID();
    const replies = await parallel((index) =>
      api.call('createApiKey', { key, idempotencyKey, body: { name: `k${index}` } }),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status === 409);
    expect(refused).toHaveLength(TIMES - 1);
    expect(new Set(refused.map((reply) => reply.body.error.code))).toEqual(new Set(['idempotency.conflict']));
    expect(await rows(PREFIX.apiKeys, id, 'key_')).toBe(2);
  });
});

describe('a repeated request', () => {
  test('The same JSON value in another notation is the same body', async () => {
    const { key } = await api.organization();
    const idempotencyKey = randomUUID();
    const first = await api.call('createIdentity', {
      key,
      idempotencyKey,
      body: { handle: `h-${idempotencyKey.slice(0, 8)}`, display_name: 'A' },
    });
    const again = await api.call('createIdentity', {
      key,
      idempotencyKey,
      body: { display_name: 'A', handle: `h-${idempotencyKey.slice(0, 8)}` },
    });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test('An idempotency key is scoped to its actor, method and path', async () => {
    const [one, other] = [await api.organization(), await api.organization()];
    const idempotencyKey = randomUUID();
    const body = { name: 'k' };
    const first = await api.call('createApiKey', { key: one.key, idempotencyKey, body });
    const second = await api.call('createApiKey', { key: first.body.key, idempotencyKey, body });
    const third = await api.call('createApiKey', { key: other.key, idempotencyKey, body });
    const hook = await api.call('createWebhook', { key: one.key, idempotencyKey, body: { url: URL } });
    expect([first, second, third, hook].map((reply) => reply.status)).toEqual([201, 201, 201, 201]);
    expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(3);
  });

  test('Without an API key the scope of an idempotency key is the IP address', async () => {
    const idempotencyKey = randomUUID();
    const call = (address: string) =>
      api.call('createOrganization', {
        idempotencyKey,
        address,
        body: { name: 'T', slug: `a-${randomUUID().slice(0, 8)}` },
      });
    expect((await call('192.0.2.10')).status).toBe(201);
    expect((await call('192.0.2.11')).status).toBe(201);
    expect((await call('192.0.2.10')).body.error.code).toBe('idempotency.conflict');
  });

  test('An idempotency key is free after 24 hours, even if its row still exists', async () => {
    const { key } = await api.organization();
    const later = new InProcessApi(engine.table);
    const idempotencyKey = randomUUID();
    const [a, b] = [{ name: 'a' }, { name: 'b' }];
    const began = Date.now();
    later.now = () => began;
    // One keyring for all, so that each can decrypt what the first call encrypted.
    expect((await later.call('createApiKey', { key, idempotencyKey, body: a })).status).toBe(201);
    later.now = () => began + 24 * HOUR - 1;
    expect((await later.call('createApiKey', { key, idempotencyKey, body: b })).status).toBe(409);
    later.now = () => began + 24 * HOUR;
    expect((await later.call('createApiKey', { key, idempotencyKey, body: b })).status).toBe(201);
  });

  test('A rejection that changed nothing is not stored', async () => {
    const { key } = await api.organization();
    const idempotencyKey = randomUUID();
    const call = { key, idempotencyKey, body: { url: URL } };
    const full = new InProcessApi(engine.table, { webhooksPerOrganization: 0 });
    expect((await full.call('createWebhook', call)).status).toBe(409);
    expect((await api.call('createWebhook', call)).status).toBe(201);
  });

  test('The stored reply does not contain its secret in plain text', async () => {
    const { key } = await api.organization();
    const { body } = await api.call('createWebhook', { key, idempotencyKey: randomUUID(), body: { url: URL } });
    const { Items } = await engine.table.client.send(new ScanCommand({ TableName: engine.table.name }));
    expect(JSON.stringify(Items)).toContain(body.id);
    expect(JSON.stringify(Items)).not.toContain(body.secret);
    expect(JSON.stringify(Items)).not.toContain(key);
  });

  test('The record identifies the body by an HMAC under the stage’s key, so no one can test guessed passwords against it', async () => {
    const slug = `mac-${randomUUID().slice(0, 8)}`;
    const body = { organization_name: 'T', organization_slug: slug, email: `${slug}@example.com`, password: PASSWORD };
    const call = { idempotencyKey: randomUUID(), body };
    const macs = [];
    for (const day of [1, 2, 3]) {
      // A new stage with another key each time. After a day the key is free, and its row is rewritten.
      const stage = new InProcessApi(engine.table);
      stage.now = () => Date.UTC(2100, 0, day);
      expect((await stage.call('signup', call)).status).toBe(202);
      const { Items } = await engine.table.client.send(new ScanCommand({ TableName: engine.table.name }));
      const records = Items?.filter(
        ({ pk, expiresAt }) => pk.startsWith(PREFIX.idempotency) && expiresAt > stage.now(),
      );
      expect(records).toHaveLength(1);
      macs.push(records?.[0]?.bodyMac);
    }
    expect(macs).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
    expect(new Set(macs).size).toBe(3);
  });

  test('An idempotency key without an API key needs at least 16 characters', async () => {
    const body = { name: 'T', slug: `short-${randomUUID().slice(0, 8)}` };
    const short = await api.call('createOrganization', { idempotencyKey: 'x'.repeat(15), body });
    expect([short.status, short.body.error.message]).toEqual([
      400,
      'idempotency-key: at least 16 characters if there is no API key',
    ]);
    const long = { idempotencyKey: randomUUID().slice(0, 16), body };
    expect((await api.call('createOrganization', long)).status).toBe(201);
    expect((await api.call('createOrganization', long)).headers['idempotency-replayed']).toBe('true');
    const { key } = await api.organization();
    expect((await api.call('createApiKey', { key, idempotencyKey: 'x', body: { name: 'k' } })).status).toBe(201);
  });

  test.each(['', 'x'.repeat(256), 'täst', 'a\tb'])('%j is not a valid idempotency key', async (idempotencyKey) => {
    const { key } = await api.organization();
    expect((await api.call('createApiKey', { key, idempotencyKey, body: { name: 'k' } })).status).toBe(400);
  });
});
