import { expect, test } from 'vitest';
import { findRegisteredClient } from '#shared/data/entities/oauth/oauth-client.ts';
import { UNUSED_CLIENT_MS, USED_CLIENT_MS } from '#shared/domain/oauth/lifetimes.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { REDIRECT_URI } from '#testing/oauth-flow.ts';
import { useEngine } from '../support/engine.ts';
import { useOAuth } from '../support/oauth-connections.ts';
import { registeredFlow } from '../support/oauth-people.ts';

/** What clients may ask for, and how they register. */
const engine = useEngine();
const oauth = useOAuth(engine);
const { later } = oauth;

test.each([
  ['an unknown client', { client_id: 'ocl_01M7YKTVVJAAFKNEW6HZDFK2Q1' }],
  ['no client', { client_id: undefined }],
  ['two clients', { client_id: ['a', 'b'] }],
  ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
  ['no redirect URI', { redirect_uri: undefined }],
  ['two redirect URIs', { redirect_uri: [REDIRECT_URI, 'https://evil.example/'] }],
  ['a document on another machine', { client_id: 'https://10.0.0.1/client.json' }],
])('A request with %s gets a page, and leads nowhere', async (_, over) => {
  const reply = await oauth.flow.open(oauth.flow.parameters(over));
  expect(reply.status).toBe(400);
  expect(reply.location).toBeUndefined();
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.text).not.toContain('evil.example');
});

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ resource: 'https://other.test/v1/mcp' }, 'invalid_target'],
  [{ scope: 'admin' }, 'invalid_scope'],
  [{ prompt: 'none' }, 'login_required'],
])('A client gets the error of a request with %j, with the state and the issuer', async (over, error) => {
  const { location, status } = await oauth.flow.open(oauth.flow.parameters(over));
  expect(status).toBe(303);
  expect(location?.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
  expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
    error,
    state: 'a state',
    iss: 'https://api.test',
  });
});

test('A state that is given twice is no state', async () => {
  const { location } = await oauth.flow.open(oauth.flow.parameters({ state: ['a', 'b'] }));
  expect(location?.searchParams.get('error')).toBe('invalid_request');
  expect(location?.searchParams.has('state')).toBe(false);
});

test.each([
  [{ redirect_uris: [] }, 'invalid_redirect_uri'],
  [{ redirect_uris: 'https://client.example/' }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['http://client.example/'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  [{ client_name: 7 }, 'invalid_client_metadata'],
  [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  [{ response_types: ['token'] }, 'invalid_client_metadata'],
])('A registration with %j is refused', async (metadata, error) => {
  const { status, body } = await oauth.flow.register(metadata);
  expect([status, body.error]).toEqual([400, error]);
});

test('A registration gives no secret, whatever it asks for, and ignores what it does not know', async () => {
  const { status, body } = await oauth.flow.register({ token_endpoint_auth_method: 'client_secret_basic', unknown: 1 });
  expect(status).toBe(201);
  expect(body).toMatchObject({ client_id: expect.stringMatching(/^ocl_/), token_endpoint_auth_method: 'none' });
  expect(body).not.toHaveProperty('client_secret');
});

test('A registration that no oauth.person uses ends after 7 days, and a used one 400 days after its use', async () => {
  const exists = async () =>
    (await findRegisteredClient(engine.table, oauth.flow.clientId, oauth.api.now())) !== undefined;
  later(UNUSED_CLIENT_MS - DAY);
  await oauth.flow.allow(oauth.person, { agents: [oauth.person.agent] });
  later(2 * DAY);
  expect(await exists()).toBe(true);
  later(USED_CLIENT_MS);
  expect(await exists()).toBe(false);
  const unused = await registeredFlow(oauth.api);
  later(UNUSED_CLIENT_MS);
  expect(await findRegisteredClient(engine.table, unused.clientId, oauth.api.now())).toBeUndefined();
  expect((await unused.open()).status).toBe(400);
});
