import { expect, test } from 'vitest';
import { CONSENT_SESSION_MS } from '#shared/domain/oauth/lifetimes.ts';
import { REDIRECT_URI } from '#testing/oauth-flow.ts';
import { useEngine } from '../support/engine.ts';
import { useOAuth } from '../support/oauth-connections.ts';
import { personWithAgent } from '../support/oauth-people.ts';

const engine = useEngine();
const oauth = useOAuth(engine);
const { later } = oauth;

const ALLOW = () => ({ action: 'allow', agent: [oauth.person.agent], allow: ['mail.read'] });

test('A oauth.person logs in, decides, and returns to the client with a code, the state and the issuer', async () => {
  const state = 'a&b=c #ü';
  const location = await oauth.flow.allow(
    oauth.person,
    { agents: [oauth.person.agent] },
    oauth.flow.parameters({ state }),
  );
  expect(location.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    code: expect.stringMatching(/^aid_oac_/),
    state,
    iss: 'https://api.test',
  });
});

test('The page sets its cookie for this host and over TLS only, cannot be framed, and is not stored', async () => {
  const { headers, text, status } = await oauth.flow.open();
  expect(status).toBe(200);
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-aid-consent=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=900$/,
  );
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toContain('<span class="host">127.0.0.1:33418</span>');
});

test('A oauth.person who refuses returns with an error, and no code exists', async () => {
  const page = await oauth.flow.open();
  const { location, headers } = await oauth.flow.submit(oauth.flow.parameters(), { action: 'deny' }, { page });
  expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
    error: 'access_denied',
    state: 'a state',
    iss: 'https://api.test',
  });
  expect(headers.get('set-cookie')).toContain('Max-Age=0');
});

test('A wrong password is counted as in every login', async () => {
  const other = await personWithAgent(oauth.api, engine.table);
  const parameters = oauth.flow.parameters();
  const page = await oauth.flow.open();
  const logIn = (password: string) =>
    oauth.flow.submit(parameters, { action: 'login', email: other.email, password }, { page });
  const wrong = await logIn('not the password');
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('The email address or password is wrong.');
  expect(wrong.text).toContain(other.email);
  for (let index = 1; index < 10; index++) await logIn('not the password');
  const refused = await logIn(other.password);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const body = { email: other.email, password: other.password };
  expect((await oauth.api.call('login', { body })).status).toBe(429);
});

test('An unknown address and a wrong password look the same', async () => {
  const page = await oauth.flow.open();
  const texts = await Promise.all(
    [oauth.person.email, 'unknown@example.com'].map(async (email) => {
      const fields = { action: 'login', email, password: 'not the password' };
      return (await oauth.flow.submit(oauth.flow.parameters(), fields, { page })).text.replaceAll(email, '');
    }),
  );
  expect(texts[0]).toBe(texts[1]);
});

test('A login gives the cookie another value', async () => {
  const page = await oauth.flow.open();
  const before = page.headers.get('set-cookie');
  const { email, password } = oauth.person;
  const loggedIn = await oauth.flow.submit(oauth.flow.parameters(), { action: 'login', email, password }, { page });
  expect(loggedIn.status).toBe(303);
  expect(loggedIn.headers.get('location')).toMatch(/^\?/);
  expect(loggedIn.headers.get('set-cookie')).not.toBe(before);
});

test.each([
  ['without the token of the page', { csrf: '' }, {}],
  ['with another token', { csrf: 'x'.repeat(43) }, {}],
  ['from a page of another origin', {}, { origin: 'https://evil.example', host: 'api.test' }],
  ['from a page that hides its origin', {}, { origin: 'null', host: 'api.test' }],
  ['with another type', {}, { 'content-type': 'text/plain' }],
])('A decision %s is refused, and leads nowhere', async (_, fields, headers) => {
  const page = await oauth.flow.logIn(oauth.person);
  const reply = await oauth.flow.submit(oauth.flow.parameters(), { ...ALLOW(), ...fields }, { page, headers });
  expect(reply.status).toBe(400);
  expect(reply.location).toBeUndefined();
});

test.each([
  ['of the same origin', 'api.test'],
  ['of the public address, where a proxy in front of the service sends another host', 'abc.execute-api.test'],
])('A decision from a page %s is accepted', async (_, host) => {
  const page = await oauth.flow.logIn(oauth.person);
  const headers = { origin: 'https://api.test', host };
  expect((await oauth.flow.submit(oauth.flow.parameters(), ALLOW(), { page, headers })).status).toBe(303);
});

test('A decision without the cookie is refused', async () => {
  const page = await oauth.flow.logIn(oauth.person);
  oauth.flow.forgetCookies();
  expect((await oauth.flow.submit(oauth.flow.parameters(), ALLOW(), { page })).status).toBe(400);
});

test('The token of a page is for its request: another client, scope or redirect URI needs another page', async () => {
  const page = await oauth.flow.logIn(oauth.person, oauth.flow.parameters({ scope: 'mail.read' }));
  for (const over of [
    { scope: 'mail.read vault' },
    { state: 'another' },
    { redirect_uri: 'http://127.0.0.1:9/callback' },
  ])
    expect(
      (await oauth.flow.submit(oauth.flow.parameters({ scope: 'mail.read', ...over }), ALLOW(), { page })).status,
    ).toBe(400);
});

test('A login on the page ends after 15 minutes, with the password, and with the decision', async () => {
  const isLoggedIn = async () => (await oauth.flow.open()).text.includes('You are logged in as');
  await oauth.flow.logIn(oauth.person);
  expect(await isLoggedIn()).toBe(true);
  later(CONSENT_SESSION_MS);
  expect(await isLoggedIn()).toBe(false);
  const page = await oauth.flow.logIn(oauth.person);
  expect((await oauth.flow.submit(oauth.flow.parameters(), ALLOW(), { page })).status).toBe(303);
  expect(await isLoggedIn()).toBe(false);
  await oauth.flow.logIn(oauth.person);
  const { email, password } = oauth.person;
  const { token } = (await oauth.api.call('login', { body: { email, password } })).body;
  await oauth.api.call('logout', { key: token, body: { all_sessions: true } });
  expect(await isLoggedIn()).toBe(false);
});

test('A session that has expired meanwhile leads to the login, and not to a code', async () => {
  const page = await oauth.flow.logIn(oauth.person);
  later(CONSENT_SESSION_MS);
  const reply = await oauth.flow.submit(oauth.flow.parameters(), ALLOW(), { page });
  expect(reply.status).toBe(400);
  expect(reply.text).toContain('Log in again');
});

test('Only active agents of the own organization, and only what the client asks for, can be allowed', async () => {
  const foreign = await personWithAgent(oauth.api, engine.table);
  const suspended = await oauth.api.agent(oauth.person.orgKey);
  await oauth.api.call('suspendIdentity', {
    key: oauth.person.orgKey,
    params: { id: suspended.id },
    body: { reason: 'x' },
  });
  const page = await oauth.flow.logIn(oauth.person);
  expect(page.text).toContain(oauth.person.agent);
  for (const id of [foreign.agent, suspended.id]) expect(page.text).not.toContain(id);
  const submit = (over: object) => oauth.flow.submit(oauth.flow.parameters(), { ...ALLOW(), ...over }, { page });
  for (const agent of [[], [foreign.agent], [suspended.id], ['x'.repeat(3000)]]) {
    const reply = await submit({ agent });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('Choose at least one agent.')]);
  }
  for (const allow of [[], ['vault'], ['admin']]) {
    const reply = await submit({ allow });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('Choose at least one thing')]);
  }
  const wrong = await submit({ allow: ['mail.send'], recipients: 'not-an-address' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('not-an-address')]);
  const { location } = await submit({
    agent: [foreign.agent, oauth.person.agent],
    allow: ['mail.send', 'vault'],
    recipients: 'example.org',
  });
  const { body } = await oauth.flow.exchange(location?.searchParams.get('code') ?? '');
  expect(body.scope).toBe('mail.send');
  const [grant] = (await oauth.api.call('listGrants', { key: oauth.person.orgKey })).body.grants;
  expect(grant).toMatchObject({ agents: [oauth.person.agent], scopes: ['mail.send'], recipients: ['example.org'] });
});
