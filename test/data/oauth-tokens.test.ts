import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { ACCESS_TOKEN_MS, CODE_MS, REFRESH_RETRY_MS, REFRESH_TOKEN_MS } from '#shared/domain/oauth/lifetimes.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { authenticate } from '#shared/runtime/pipeline/authenticate.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { useOAuth } from '../support/oauth-connections.ts';
import { registeredFlow } from '../support/oauth-people.ts';

const engine = useEngine();
const oauth = useOAuth(engine);
const { later, actorOf, isRefused, connect, newestGrant, eventsOf } = oauth;

const code = async () =>
  (await oauth.flow.allow(oauth.person, { agents: [oauth.person.agent] })).searchParams.get('code') ?? '';

test('A code gives an access token that acts as the chosen agent, within the scopes, and a grant with its event', async () => {
  const tokens = await connect();
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'mail.read mail.send' });
  expect(await actorOf(tokens.access_token)).toMatchObject({
    kind: 'agent',
    identity: { id: oauth.person.agent },
    organization: { id: oauth.person.organizationId },
    scopes: ['mail.read', 'mail.send'],
    agents: [oauth.person.agent],
  });
  const grant = await newestGrant();
  expect(grant).toMatchObject({
    client_id: oauth.flow.clientId,
    client_name: 'Test Client',
    client_host: '127.0.0.1:33418',
    agents: [oauth.person.agent],
    recipients: null,
    revoked_at: null,
  });
  expect(await eventsOf(grant.id)).toEqual([
    expect.objectContaining({
      type: 'grant.created',
      identity_id: oauth.person.agent,
      payload: expect.objectContaining({
        grantId: grant.id,
        reason: null,
        actor: { actorType: 'user', actorId: grant.member_id },
      }),
    }),
  ]);
});

test('An access token is a wrong credential at every other resource, and no other credential of OAuth works at all', async () => {
  const tokens = await connect();
  await expect(
    authenticate(engine.table, `Bearer ${tokens.access_token}`, { now: oauth.api.now() }),
  ).rejects.toMatchObject({
    code: 'auth.unauthorized',
  });
  for (const other of ['https://api.test/v1/me', 'https://other.test/v1/mcp', 'https://api.test/v1/mcp/'])
    await isRefused(tokens.access_token, other);
  await isRefused(tokens.refresh_token);
  for (const name of ['getMe', 'listMessages', 'listGrants'] as const) {
    const reply = await oauth.api.call(name, { key: tokens.access_token, params: { id: oauth.person.agent } });
    expect(reply.body.error.code, name).toBe('auth.unauthorized');
  }
});

test('Of twenty exchanges of one code, one gives tokens, and the others end what it gave', async () => {
  const one = await code();
  const replies = await Promise.all(Array.from({ length: 20 }, () => oauth.flow.exchange(one)));
  const given = replies.filter(({ status }) => status === 200);
  expect(given).toHaveLength(1);
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
    new Set(['invalid_grant']),
  );
  await isRefused(given[0]?.body.access_token ?? '');
  expect((await oauth.flow.refresh(given[0]?.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  const grant = await newestGrant();
  expect((await eventsOf(grant.id)).map(({ type, payload }) => [type, payload.reason])).toEqual([
    ['grant.revoked', 'token_reused'],
    ['grant.created', null],
  ]);
});

test('A code is for its client, its redirect URI, its verifier and its resource', async () => {
  const one = await code();
  const other = (await registeredFlow(oauth.api)).clientId;
  for (const [over, error] of [
    [{ client_id: other }, 'invalid_grant'],
    [{ redirect_uri: 'http://127.0.0.1:33419/callback' }, 'invalid_grant'],
    [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    [{ code_verifier: undefined }, 'invalid_request'],
    [{ client_id: undefined }, 'invalid_request'],
    [{ resource: 'https://other.test/v1/mcp' }, 'invalid_target'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ code: one.slice(0, -1) }, 'invalid_grant'],
    [{ code: generateApiKey('oac') }, 'invalid_grant'],
  ] as const)
    expect((await oauth.flow.exchange(one, over)).body.error, JSON.stringify(over)).toBe(error);
  expect((await oauth.flow.exchange(one)).status).toBe(200);
});

test('A code is valid for a minute', async () => {
  const one = await code();
  later(CODE_MS);
  expect((await oauth.flow.exchange(one)).body.error).toBe('invalid_grant');
});

test('An access token is valid for an hour', async () => {
  const tokens = await connect();
  later(ACCESS_TOKEN_MS - 1000);
  await actorOf(tokens.access_token);
  later(1000);
  await isRefused(tokens.access_token);
});

test('A refresh token gives other tokens, for the same grant or fewer scopes, and never for more', async () => {
  const first = await connect();
  const second = await oauth.flow.refresh(first.refresh_token, { scope: 'mail.read' });
  expect(second.body).toMatchObject({ scope: 'mail.read', expires_in: 3600 });
  expect((await actorOf(second.body.access_token)).kind === 'agent').toBe(true);
  expect(await actorOf(second.body.access_token)).toMatchObject({ scopes: ['mail.read'] });
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  const widened = await oauth.flow.refresh(second.body.refresh_token, { scope: 'mail.read vault' });
  expect(widened.body.error).toBe('invalid_scope');
  const third = await oauth.flow.refresh(second.body.refresh_token);
  expect(third.body.scope).toBe('mail.read mail.send');
  expect((await oauth.flow.refresh(third.body.refresh_token, { resource: 'https://other.test/' })).body.error).toBe(
    'invalid_target',
  );
});

test('A refresh token is for its client', async () => {
  const tokens = await connect();
  const other = (await registeredFlow(oauth.api)).clientId;
  expect((await oauth.flow.refresh(tokens.refresh_token, { client_id: other })).body.error).toBe('invalid_grant');
  expect((await oauth.flow.refresh(tokens.refresh_token)).status).toBe(200);
});

test('Twenty refreshes at once, and one again a moment later, get the same tokens, so no client loses its access', async () => {
  const first = await connect();
  const replies = await Promise.all(Array.from({ length: 20 }, () => oauth.flow.refresh(first.refresh_token)));
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const pairs = new Set(replies.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
  expect(pairs.size).toBe(1);
  later(REFRESH_RETRY_MS / 2);
  const again = await oauth.flow.refresh(first.refresh_token);
  expect(`${again.body.access_token} ${again.body.refresh_token}`).toBe([...pairs][0]);
  expect(again.body.expires_in).toBeLessThanOrEqual(3600 - REFRESH_RETRY_MS / 2000);
  expect((await oauth.flow.refresh(again.body.refresh_token)).status).toBe(200);
});

test('A refresh token that is used again after the next one was used ends the grant', async () => {
  const first = await connect();
  const second = await oauth.flow.refresh(first.refresh_token);
  const third = await oauth.flow.refresh(second.body.refresh_token);
  expect((await oauth.flow.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  await isRefused(third.body.access_token);
  expect((await oauth.flow.refresh(third.body.refresh_token)).body.error).toBe('invalid_grant');
  expect((await newestGrant()).revoked_at).not.toBeNull();
});

test('A refresh token that is used again after half a minute ends the grant', async () => {
  const first = await connect();
  const second = await oauth.flow.refresh(first.refresh_token);
  later(REFRESH_RETRY_MS + 1);
  expect((await oauth.flow.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  await isRefused(second.body.access_token);
});

test('A refresh token that waits for 30 days is expired, and its grant is not revoked', async () => {
  const tokens = await connect();
  later(REFRESH_TOKEN_MS);
  expect((await oauth.flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  expect((await newestGrant()).revoked_at).toBeNull();
});

test('No text of a code, token or cookie is stored', async () => {
  const one = await code();
  const { body: tokens } = await oauth.flow.exchange(one);
  const { body: next } = await oauth.flow.refresh(tokens.refresh_token);
  const rows: unknown[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await engine.table.client.send(
      new ScanCommand({ TableName: engine.table.name, ExclusiveStartKey: start }),
    );
    rows.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined);
  const stored = JSON.stringify(rows);
  expect(stored).toContain(oauth.flow.clientId);
  for (const text of [
    one,
    tokens.access_token,
    tokens.refresh_token,
    next.access_token,
    next.refresh_token,
    oauth.flow.verifier,
  ])
    expect(stored).not.toContain(text.slice(9, -6));
});

test('Wrong codes and tokens count as failed authentications of their network address', async () => {
  const limited = new InProcessApi(engine.table, { failedAuthenticationsPerMinute: 3 });
  // A minute in which no other test of the table counts.
  const now = Date.now() + DAY;
  limited.now = () => now;
  const wrong = await registeredFlow(limited);
  const replies = [];
  for (let index = 0; index < 4; index++) replies.push(await wrong.refresh(generateApiKey('ort')));
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
  expect(replies.at(-1)?.headers.get('retry-after')).not.toBeNull();
  expect(replies.at(-1)?.body.error).toBe('temporarily_unavailable');
});
