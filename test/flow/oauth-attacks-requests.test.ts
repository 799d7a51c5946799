import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { type AttackWorld, makeAttackWorld, ofCallback, ofPage, ofReply } from '../support/oauth/attack-world.ts';
import { decide } from '../support/oauth/consent.ts';
import { OAuthClient, REDIRECT_URI, register } from '../support/oauth/oauth-client.ts';
import { PersonProvider } from '../support/oauth/person-provider.ts';

/** Attacks on the requests of clients: where a person is sent, and what a request may say. */
let world: AttackWorld;
/** A client on a server, so that its redirect URI has a name and a port. */
let hosted: OAuthClient;

const HOSTED_URI = 'https://app.example/oauth/callback';

beforeAll(async () => {
  world = await makeAttackWorld();
  hosted = await OAuthClient.registered({ redirect_uris: [HOSTED_URI], application_type: 'web' });
});

/** Sends a browser to an address without a login. A page of the service, or a redirect, follows. */
const open = (client: OAuthClient, more: Record<string, string>) => client.browser().open(client.ask(more).url);

test.each([
  ['one that is not registered', 'https://evil.example/callback'],
  ['one with more behind it', `${HOSTED_URI}.evil.example`],
  ['one with a longer path', `${HOSTED_URI}/more`],
  ['one with steps to another path', 'https://app.example/oauth/callback/../../evil'],
  ['one with another host before it', `https://evil.example/?${HOSTED_URI}`],
  ['one with the host as user information', 'https://app.example@evil.example/oauth/callback'],
  ['one with a backslash', 'https://app.example\\@evil.example/oauth/callback'],
  ['one with a fragment', `${HOSTED_URI}#x`],
  ['one with a query', `${HOSTED_URI}?next=https://evil.example`],
  ['one at another port of a host that is not loopback', 'https://app.example:8443/oauth/callback'],
  ['one without encryption', 'http://app.example/oauth/callback'],
  ['one with other capitals', 'https://app.example/OAuth/callback'],
  ['one with another encoding', 'https://app.example/oauth%2Fcallback'],
  ['one that a browser would run', 'javascript:alert(1)//app.example/oauth/callback'],
  ['one with a line break', `${HOSTED_URI}\r\nlocation: https://evil.example`],
  ['that of another client', REDIRECT_URI],
])('No redirect follows to %s', async (_what, redirectUri) => {
  const page = await open(hosted, { redirect_uri: redirectUri });
  expect([page.leftTo, page.status]).toEqual([undefined, 400]);
  expect(page.headers.get('location')).toBeNull();
  expect(page.text).not.toMatch(/href="(?!#|\/)[^"]*evil|javascript:/);
});

test('A client on a device may be sent back to any port of loopback, and to no other path or host of it', async () => {
  const { client } = world;
  expect((await open(client, { redirect_uri: 'http://127.0.0.1:50999/callback' })).status).toBe(200);
  for (const other of ['http://127.0.0.1:50999/other', 'http://127.0.0.2:50999/callback', 'http://10.0.0.1/callback'])
    expect(ofPage(await open(client, { redirect_uri: other })), other).toBe('a page, 400');
});

test.each([
  ['an unknown client', { client_id: 'ocl_01M7YKTVVJAAFKNEW6HZDFK2Q1' }],
  ['a client without an id', { client_id: '' }],
  ['a client without a redirect URI', { redirect_uri: '' }],
])('%s is sent nowhere', async (_what, more) => {
  expect(ofPage(await open(hosted, more))).toBe('a page, 400');
});

test.each([
  ['without a challenge', { code_challenge: '' }, 'invalid_request'],
  ['with a challenge in plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['with a challenge without a method, which means plain', { code_challenge_method: '' }, 'invalid_request'],
  ['with a challenge that is no hash', { code_challenge: 'short' }, 'invalid_request'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
  ['for an identity token', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['with the answer in a form', { response_mode: 'form_post' }, 'invalid_request'],
  ['with the answer in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['with the answer to another window', { response_mode: 'web_message' }, 'invalid_request'],
  ['without a person', { prompt: 'none' }, 'login_required'],
  ['for scopes that do not exist', { scope: 'admin root' }, 'invalid_scope'],
  ['for another resource', { resource: 'https://other.example/v1/mcp' }, 'invalid_target'],
])('A request %s is sent back with an error, the state and the issuer', async (_what, more, error) => {
  const { leftTo } = await open(hosted, { ...more, state: 'the-state' });
  expect(leftTo?.origin).toBe('https://app.example');
  expect(Object.fromEntries(leftTo?.searchParams ?? [])).toMatchObject({
    error,
    state: 'the-state',
    iss: hosted.server.issuer,
  });
  expect(leftTo?.searchParams.has('code')).toBe(false);
  expect(leftTo?.hash).toBe('');
});

test.each(['client_id', 'redirect_uri'])('A request with two values of %s is sent nowhere', async (name) => {
  const { url } = hosted.ask();
  url.searchParams.append(name, name === 'client_id' ? world.other.clientId : 'https://evil.example/callback');
  expect(ofPage(await hosted.browser().open(url))).toBe('a page, 400');
});

test.each(['scope', 'state', 'response_type', 'code_challenge', 'code_challenge_method'])(
  'A request with two values of %s is refused',
  async (name) => {
    const { url } = hosted.ask();
    url.searchParams.append(name, url.searchParams.get(name) ?? '');
    expect(ofPage(await hosted.browser().open(url))).toMatch(/^(sent back: invalid_request|a page, 400)$/);
  },
);

test.each(['grant_type', 'code', 'code_verifier', 'client_id', 'redirect_uri', 'refresh_token'])(
  'A request for a token with two values of %s is refused',
  async (name) => {
    const { client, allow } = world;
    const { code, verifier } = await client.code(allow());
    const isRefresh = name === 'refresh_token';
    const form = new URLSearchParams({
      ...(isRefresh
        ? { grant_type: name, refresh_token: 'x' }
        : { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI }),
      client_id: client.clientId,
    });
    form.append(name, form.get(name) ?? '');
    expect(ofReply(await client.token(form))).toBe('400 invalid_request');
  },
);

test.each([
  ['a grant that does not exist', { grant_type: 'password', username: 'ada', password: 'x' }, 'unsupported_grant_type'],
  ['credentials of a client', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ['no grant', {}, 'invalid_request'],
])('The token endpoint refuses %s', async (_what, form, error) => {
  const { client } = world;
  expect(ofReply(await client.token({ ...form, client_id: client.clientId }))).toBe(`400 ${error}`);
});

test('The token endpoint takes forms by POST alone, and no cache keeps what it returns', async () => {
  const { client, allow } = world;
  const { code, verifier } = await client.code(allow());
  const url = client.server.token_endpoint;
  const parameters = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
  const asQuery = await fetch(`${url}?${new URLSearchParams({ ...parameters, client_id: client.clientId })}`);
  const asJson = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...parameters, client_id: client.clientId }),
  });
  expect([asQuery.status, asJson.status >= 400]).toEqual([404, true]);
  const { headers, body } = await client.exchange(code, verifier);
  expect([headers.get('cache-control'), body.token_type]).toEqual(['no-store', expect.stringMatching(/^bearer$/i)]);
});

test('A client of several servers finds out which one has answered, and the official client refuses another', async () => {
  const { client, allow } = world;
  const { callback } = await client.code(allow());
  expect(callback.searchParams.get('iss')).toBe(client.server.issuer);
  expect(client.server.authorization_response_iss_parameter_supported).toBe(true);

  const provider = new PersonProvider((address) => decide(address, allow()));
  const url = new URL(`${sharedStack().baseUrl}/v1/mcp`);
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
  await expect(new Client({ name: 't', version: '1' }).connect(transport)).rejects.toThrow();
  const mixedUp = new URLSearchParams(provider.callback?.searchParams);
  mixedUp.set('iss', 'https://honest.example');
  await expect(transport.finishAuth(mixedUp)).rejects.toThrow(/issuer/i);
  mixedUp.delete('iss');
  await expect(transport.finishAuth(mixedUp)).rejects.toThrow(/issuer/i);
});

test('A person who refuses sends the client an error, and nothing is allowed', async () => {
  const { client, allow } = world;
  expect(ofCallback(await decide(client.ask().url, allow({ deny: true }), client.browser()))).toBe(
    'sent back: access_denied',
  );
});

test.each([
  ['a fragment', [`${HOSTED_URI}#x`]],
  ['a scheme that a browser runs', ['javascript:alert(1)']],
  ['a scheme with content', ['data:text/html,<script>alert(1)</script>']],
  ['no encryption', ['http://app.example/callback']],
  ['user information', ['https://ada:secret@app.example/callback']],
  ['a relative address', ['/callback']],
  ['one bad address among good ones', [HOSTED_URI, 'javascript:alert(1)']],
  ['none', []],
])('A client is not registered with a redirect URI that has %s', async (_what, uris) => {
  const { status, body } = await register(hosted.server, { redirect_uris: uris });
  expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)]);
});
