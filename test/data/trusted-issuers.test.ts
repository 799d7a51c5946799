import { beforeEach, expect, test } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import type { MadeAgent, MadeOrganization } from '../support/made-agents.ts';
import { ServedIssuer } from '../support/served-issuer.ts';
import { exchangeOf, makeTokenKey, signedToken, timesFrom } from '../support/subject-tokens.ts';

/** Which issuers an organization trusts, and what their tokens get. */

const engine = useEngine();
const KEY = makeTokenKey();
const REFUSAL = {
  code: 'auth.token_refused',
  message:
    'The token gets no key: the organization trusts no issuer by which it is valid, with a rule that it fulfils.',
  retryable: false,
};

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

const audienceOf = ({ slug }: { slug: string }) => `https://api.test/organizations/${slug}`;
const ruleFor = (identity_id: string, sub = 'a:b:c', scopes: string[] = ['mail.read']) => ({
  identity_id,
  claims: { sub },
  scopes,
});
const trust = (more: object = {}, key = organization.key) =>
  api.call('createTrustedIssuer', { key, body: { issuer: issuer.url, rules: [ruleFor(agent.id)], ...more } });
const token = (claims: object = {}, key = KEY, header: object = {}) =>
  signedToken(
    { iss: issuer.url, sub: 'a:b:c', aud: audienceOf(organization), ...timesFrom(api.now()), ...claims },
    key,
    header,
  );
const exchange = (text: string, more: Record<string, unknown> = {}) =>
  api.call('exchangeToken', { body: exchangeOf(text, more) });
const keyFor = async (...exchanged: Parameters<typeof exchange>) => (await exchange(...exchanged)).body.access_token;

test('A token that fulfils a rule gets a key of the agent, with the scopes of the rule', async () => {
  await trust();
  const { status, body, headers } = await exchange(token());
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^aid_sat_[0-9A-Za-z]{37}$/),
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: 'Bearer',
    expires_in: 900,
    scope: 'mail.read',
  });
  expect(headers['cache-control']).toBe('no-store');
  const key = body.access_token;
  expect((await api.call('getMe', { key })).body).toMatchObject({ actor_type: 'agent', identity_id: agent.id });
  expect((await api.call('listMessages', { key, params: { id: 'me' } })).status).toBe(200);
  const refused = await api.call('listContacts', { key });
  expect(refused.status).toBe(403);
  expect(refused.body.error.message).toContain('contacts');
  expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="contacts"');
});

test('A key reaches its own agent alone, and no operation of the organization', async () => {
  const other = await api.agent(organization.key);
  await trust();
  const key = await keyFor(token());
  expect((await api.call('listMessages', { key, params: { id: other.id } })).status).toBe(403);
  for (const name of ['listIdentities', 'createApiKey', 'listWebhooks', 'listTrustedIssuers'] as const)
    expect((await api.call(name, { key, body: {} })).status, name).toBe(403);
});

test('The event says who got a key, and contains neither the key nor the token', async () => {
  const made = (await trust()).body;
  const text = token();
  const key = await keyFor(text);
  const { events } = (await api.call('listEvents', { key: organization.key })).body;
  expect(events).toEqual([
    expect.objectContaining({
      type: 'short_key.issued',
      identity_id: agent.id,
      aggregate_type: 'short_key',
      aggregate_id: expect.stringMatching(/^sat_/),
      payload: {
        identityId: agent.id,
        shortKeyId: events[0]?.aggregate_id,
        trustedIssuerId: made.id,
        issuer: issuer.url,
        subject: 'a:b:c',
        scopes: ['mail.read'],
        expiresAt: expect.stringMatching(/Z$/),
      },
    }),
  ]);
  const log = JSON.stringify(events);
  expect(log.includes(key) || log.includes(text)).toBe(false);
});

test('A workload gets fewer scopes if it asks for fewer, and never more', async () => {
  await trust({ rules: [ruleFor(agent.id, 'a:b:c', ['mail.read', 'tasks'])] });
  expect((await exchange(token(), { scope: 'tasks' })).body.scope).toBe('tasks');
  expect((await exchange(token(), { scope: 'tasks mail.read' })).body.scope).toBe('mail.read tasks');
  for (const scope of ['vault', 'tasks vault', 'everything']) {
    const { status, body } = await exchange(token(), { scope });
    expect(status).toBe(400);
    expect(body.error.message).toBe('scope: some of mail.read tasks');
  }
});

test('The first rule that a token fulfils decides on the agent and the scopes', async () => {
  const other = await api.agent(organization.key);
  const rules = [ruleFor(agent.id, 'a:b:c', ['tasks']), ruleFor(other.id, 'a:b:*', ['vault'])];
  await trust({ rules });
  const meOf = async (sub: string) => (await api.call('getMe', { key: await keyFor(token({ sub })) })).body.identity_id;
  expect(await meOf('a:b:c')).toBe(agent.id);
  expect(await meOf('a:b:d')).toBe(other.id);
});

test('Organizations, issuers, signatures and rules that do not fit are one refusal', async () => {
  const stranger = await api.organization();
  const strangeAgent = await api.agent(stranger.key);
  await trust();
  await trust({ issuer: `${issuer.url}/elsewhere`, rules: [ruleFor(strangeAgent.id)] }, stranger.key);
  const refused = {
    'no such organization': token({ aud: audienceOf({ slug: 'no-such-organization' }) }),
    'an organization that trusts another issuer': token({ aud: audienceOf(stranger) }),
    'an issuer that no organization trusts': token({ iss: 'https://unknown.example' }),
    'the issuer with a slash': token({ iss: `${issuer.url}/` }),
    'no rule': token({ sub: 'a:b:d' }),
    'a longer subject': token({ sub: 'a:b:c:d' }),
    'a kid that the issuer does not have': token({}, { ...KEY, kid: 'two' }),
    'another key': token({}, { ...makeTokenKey(), kid: KEY.kid }),
  };
  for (const [why, text] of Object.entries(refused)) {
    const { status, body } = await exchange(text);
    const { request_id: _, ...error } = body.error;
    expect([why, status, error]).toEqual([why, 401, REFUSAL]);
  }
});

test('A token of one organization gets nothing of another that trusts the same issuer by an equal rule', async () => {
  const other = await api.organization();
  const theirs = await api.agent(other.key);
  await trust();
  await trust({ rules: [ruleFor(theirs.id)] }, other.key);
  const meOf = async (text: string) => (await api.call('getMe', { key: await keyFor(text) })).body;
  expect(await meOf(token())).toMatchObject({ org_id: organization.id, identity_id: agent.id });
  expect(await meOf(token({ aud: audienceOf(other) }))).toMatchObject({ org_id: other.id, identity_id: theirs.id });
  const named = await exchange(token(), { audience: audienceOf(other) });
  expect([named.status, named.body.error.message]).toEqual([400, 'audience: the aud of the token']);
});

test('A token for another service is refused by the name of the audience', async () => {
  await trust();
  for (const aud of [
    'https://other.example',
    'https://api.test',
    `${audienceOf(organization)}/x`,
    'sts.amazonaws.com',
  ]) {
    const { status, body } = await exchange(token({ aud }));
    expect([status, body.error.message]).toEqual([
      400,
      'subject_token: with the aud https://api.test/organizations/<slug>',
    ]);
  }
  expect((await exchange(token(), { resource: 'https://other.example' })).body.error.code).toBe('validation.failed');
  expect((await exchange(token(), { resource: 'https://api.test', audience: audienceOf(organization) })).status).toBe(
    200,
  );
});

test('Nothing that is written to the table has the key or the token', async () => {
  await trust();
  const sent: string[] = [];
  const send = (command: { input: unknown }, options?: object) => {
    sent.push(JSON.stringify(command.input));
    return engine.table.client.send(command as never, options as never);
  };
  const table = { ...engine.table, client: { send } as unknown as Table['client'] };
  const watched = new InProcessApi(table, {}, api.services.keyring);
  const text = token();
  const { access_token: key } = (await watched.call('exchangeToken', { body: exchangeOf(text) })).body;
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter((input) => input.includes(key) || input.includes(text))).toEqual([]);
});

test('An issuer that redirects, is too large, or is silent about its keys gets no token accepted', async () => {
  await trust();
  const plans = [
    { redirectTo: 'http://169.254.169.254/latest/meta-data/' },
    { redirectTo: `${issuer.url}/jwks` },
    { body: JSON.stringify({ keys: [KEY.jwk], padding: 'x'.repeat(70_000) }) },
    { hangUp: true },
    { status: 500 },
    { body: '{' },
  ];
  for (const [index, plan] of plans.entries()) {
    // Each at another address, because a failure is remembered.
    const other = await ServedIssuer.start(KEY);
    other.plan = (path) => (path === '/jwks' ? plan : undefined);
    await trust({ issuer: other.url });
    const { status, body } = await exchange(token({ iss: other.url }));
    expect([index, status, body.error.code]).toEqual([index, 401, 'auth.token_refused']);
  }
});

test('Keys that the organization gives are used in place of those of an address', async () => {
  await trust({ issuer: 'https://kubernetes.default.svc.cluster.local', jwks: { keys: [KEY.jwk] } });
  const iss = 'https://kubernetes.default.svc.cluster.local';
  expect((await exchange(token({ iss }))).status).toBe(200);
  const named = await ServedIssuer.start(KEY);
  await trust({ issuer: 'https://named.example', jwks_url: `${named.url}/jwks` });
  expect((await exchange(token({ iss: 'https://named.example' }))).status).toBe(200);
});

test('A form is accepted, with one value for each field', async () => {
  await trust();
  const send = (form: string) =>
    api.call('exchangeToken', { text: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const form = new URLSearchParams(exchangeOf(token()) as Record<string, string>);
  expect((await send(`${form}&scope=`)).status).toBe(200);
  const twice = await send(`${form}&subject_token=other`);
  expect(twice.body.error.message).toBe('subject_token: given more than once');
  expect((await send(`${form}&surprise=1`)).body.error.message).toContain('surprise');
  expect((await send('grant_type=client_credentials')).body.error.message).toContain('grant_type');
  const json = await api.call('sendMail', {
    key: agent.key,
    params: { id: 'me' },
    text: 'to=ada@example.com',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(json.status).toBe(415);
});
