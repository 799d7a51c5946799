import { beforeEach, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';
import type { MadeAgent, MadeOrganization } from '../support/made-agents.ts';
import { ServedIssuer } from '../support/served-issuer.ts';
import { exchangeOf, makeTokenKey, signedToken, timesFrom } from '../support/subject-tokens.ts';

/** When the keys end that tokens of trusted issuers get. */

const engine = useEngine();
const KEY = makeTokenKey();

let api: InProcessApi;
let organization: MadeOrganization;
let agent: MadeAgent;
let issuer: ServedIssuer;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  organization = await api.organization();
  agent = await api.agent(organization.key);
  issuer = await ServedIssuer.start(KEY);
});

const trust = () => {
  const rules = [{ identity_id: agent.id, claims: { sub: 'a:b:c' }, scopes: ['mail.read'] }];
  return api.call('createTrustedIssuer', { key: organization.key, body: { issuer: issuer.url, rules } });
};
const token = () => {
  const aud = `https://api.test/organizations/${organization.slug}`;
  return signedToken({ iss: issuer.url, sub: 'a:b:c', aud, ...timesFrom(api.now()) }, KEY);
};
const exchange = (text: string) => api.call('exchangeToken', { body: exchangeOf(text) });
const keyFor = async (text: string) => (await exchange(text)).body.access_token;
const statusOf = async (key: string) => (await api.call('getMe', { key })).status;

test('A suspended agent gets no key, its keys end for good, and its next ones work', async () => {
  await trust();
  const key = await keyFor(token());
  const suspend = () => api.call('suspendIdentity', { key: organization.key, params: { id: agent.id }, body: {} });
  await suspend();
  const suspended = await api.call('listMessages', { key, params: { id: 'me' } });
  expect([suspended.status, suspended.body.error.code]).toEqual([403, 'identity.suspended']);
  expect((await exchange(token())).body.error.code).toBe('identity.suspended');
  await api.call('reinstateIdentity', { key: organization.key, params: { id: agent.id } });
  expect(await statusOf(key)).toBe(401);
  expect(await statusOf(await keyFor(token()))).toBe(200);
});

test('A suspension that comes between the reading of the agent and the commit leaves no key', async () => {
  await trust();
  const suspend = async () =>
    void (await api.call('suspendIdentity', { key: organization.key, params: { id: agent.id }, body: {} }));
  const late = new InProcessApi(withTransactions(engine.table, suspend), {}, api.services.keyring);
  const { status, body } = await late.call('exchangeToken', { body: exchangeOf(token()) });
  expect([status, body.error.code]).toEqual([403, 'identity.suspended']);
});

test('A key ends with its trusted issuer, and a new one of the same name does not revive it', async () => {
  const { id } = (await trust()).body;
  const key = await keyFor(token());
  expect(await statusOf(key)).toBe(200);
  expect((await api.call('deleteTrustedIssuer', { key: organization.key, params: { id } })).status).toBe(204);
  expect(await statusOf(key)).toBe(401);
  expect((await exchange(token())).status).toBe(401);
  expect((await trust()).status).toBe(201);
  expect(await statusOf(key)).toBe(401);
});

test('A key ends after a quarter of an hour, by the clock of the service', async () => {
  await trust();
  const start = Date.now();
  api.now = () => start;
  const key = await keyFor(token());
  api.now = () => start + 899_000;
  expect(await statusOf(key)).toBe(200);
  api.now = () => start + 901_000;
  expect(await statusOf(key)).toBe(401);
});

test('A token can be exchanged again within its life, for another key', async () => {
  await trust();
  const text = token();
  const [one, two] = [await keyFor(text), await keyFor(text)];
  expect(one).not.toBe(two);
  expect(await Promise.all([statusOf(one), statusOf(two)])).toEqual([200, 200]);
});
