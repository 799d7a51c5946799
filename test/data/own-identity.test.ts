import { beforeAll, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 10 });
});

async function newOffice() {
  const { key } = await api.organization();
  const [ada, eve] = await Promise.all([api.agent(key), api.agent(key)]);
  return { key, ada, eve };
}

const WEBHOOK = { url: 'https://receiver.example/', identity_id: 'me' };
const SECRET = { name: 'token', value: 'hunter2', identity_id: 'me' };

test('An agent key names its own identity as me in a path', async () => {
  const { ada } = await newOffice();
  const call = { key: ada.key, params: { id: 'me' } };
  expect((await api.call('getIdentity', call)).body.id).toBe(ada.id);
  expect(await api.call('listMessages', call)).toMatchObject({ status: 200, body: { messages: [] } });
  expect(await api.call('getA2aSettings', call)).toMatchObject({ status: 200 });
  expect((await api.call('getMessage', { ...call, params: { id: 'me', mid: 'msg_x' } })).status).toBe(404);
});

test('An agent key names its own identity as me in a query', async () => {
  const { ada, eve } = await newOffice();
  await api.call('createWebhook', { key: eve.key, body: WEBHOOK });
  const query = { type: 'mail.received', identity_id: 'me', timeout_ms: '0' };
  expect(await api.call('waitForEvent', { key: ada.key, query })).toMatchObject({ status: 200 });
});

test('An agent key names its own identity as me in a body', async () => {
  const { ada } = await newOffice();
  const { body: webhook } = await api.call('createWebhook', { key: ada.key, body: WEBHOOK });
  expect(webhook.identity_id).toBe(ada.id);
  const { body: secret } = await api.call('createSecret', { key: ada.key, body: SECRET });
  expect(secret.identity_id).toBe(ada.id);
});

test('An org key that writes me gets 400 with the name of the field', async () => {
  const { key } = await newOffice();
  const query = { type: 'mail.received', identity_id: 'me', timeout_ms: '0' };
  const replies = [
    await api.call('getIdentity', { key, params: { id: 'me' } }),
    await api.call('listMessages', { key, params: { id: 'me' } }),
    await api.call('waitForEvent', { key, query }),
    await api.call('createWebhook', { key, body: WEBHOOK }),
    await api.call('createSecret', { key, body: SECRET }),
  ];
  const expected = 'the id of an identity (me is the identity of an agent key)';
  expect(replies.map(({ status, body }) => [status, body.error.message])).toEqual([
    [400, `id: ${expected}`],
    [400, `id: ${expected}`],
    [400, `identity_id: ${expected}`],
    [400, `identity_id: ${expected}`],
    [400, `identity_id: ${expected}`],
  ]);
});

test('An operation that needs an org key stays forbidden to an agent that writes me', async () => {
  const { ada } = await newOffice();
  expect((await api.call('suspendIdentity', { key: ada.key, params: { id: 'me' } })).status).toBe(403);
});

test('Without a key, me is an unknown id', async () => {
  expect((await api.call('getAgentCard', { params: { id: 'me' } })).status).toBe(404);
});

test('A repeated request that writes me gets the first reply', async () => {
  const { ada } = await newOffice();
  const idempotencyKey = 'one-secret-for-me-00';
  const [first, second] = [
    await api.call('createSecret', { key: ada.key, idempotencyKey, body: SECRET }),
    await api.call('createSecret', { key: ada.key, idempotencyKey, body: SECRET }),
  ];
  expect(second.body.id).toBe(first.body.id);
});
