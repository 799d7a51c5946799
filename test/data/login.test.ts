import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';

const engine = useEngine();
let api: InProcessApi;
let email: string;
const PASSWORD = 'correct horse battery';

beforeEach(() => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 1, verifiedAgents: 2, signupResendsPerHour: 50 });
  email = `ada-${randomBytes(6).toString('hex')}@example.com`;
});

async function claimed() {
  const organization = await api.organization();
  const started = await api.call('claim', { key: organization.key, body: { email, password: PASSWORD } });
  expect(started.status).toBe(202);
  const code = (await mailedCodes(api, engine.table, email, organization.id)).at(-1)?.code ?? '';
  const done = await api.call('claim', { key: organization.key, body: { email, code } });
  return { ...organization, done, code };
}

const login = (over: Record<string, unknown> = {}) =>
  api.call('login', { body: { email, password: PASSWORD, ...over } });

describe('a claim', () => {
  test('A claim gives an organization a login, and its owner the verified limits', async () => {
    const { done, key } = await claimed();
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ claimed: true, user: { email } });
    expect((await api.call('getUsage', { key })).body).toMatchObject({ owner_verified: true, agent_limit: 2 });
    expect((await login()).status).toBe(200);
  });

  test('A claim is rejected where a login exists, with a password as with a code', async () => {
    const { key, code } = await claimed();
    const other = `other-${email}`;
    for (const body of [
      { email: other, password: PASSWORD },
      { email, code },
    ]) {
      const refused = await api.call('claim', { key, body });
      expect(refused.status).toBe(409);
      expect(refused.body.error.code).toBe('auth.already_claimed');
    }
  });

  test('Of ten claims at once with the right code one attaches the login', async () => {
    const { key, id } = await api.organization();
    await api.call('claim', { key, body: { email, password: PASSWORD } });
    const code = (await mailedCodes(api, engine.table, email, id)).at(-1)?.code;
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.call('claim', { key, body: { email, code } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('A claim counts wrong guesses, and a code is valid for its address only', async () => {
    const { key, id } = await api.organization();
    await api.call('claim', { key, body: { email, password: PASSWORD } });
    const code = (await mailedCodes(api, engine.table, email, id)).at(-1)?.code ?? '';
    const foreign = await api.call('claim', { key, body: { email: `x-${email}`, code } });
    expect(foreign.body.error.code).toBe('auth.code_invalid');
    for (let i = 1; i < 5; i++) await api.call('claim', { key, body: { email, code: wrongCode(code, i) } });
    expect((await api.call('claim', { key, body: { email, code } })).body.error.code).toBe('auth.code_exhausted');
  });

  test('A claim with both a password and a code is rejected', async () => {
    const { key } = await api.organization();
    const reply = await api.call('claim', { key, body: { email, password: PASSWORD, code: '123456' } });
    expect(reply.body.error.code).toBe('validation.failed');
  });

  test('A claim by a person with an account adds an organization and keeps the password', async () => {
    const first = await claimed();
    const second = await api.organization();
    await api.call('claim', { key: second.key, body: { email, password: 'some other password' } });
    const code = (await mailedCodes(api, engine.table, email, second.id)).at(-1)?.code;
    expect((await api.call('claim', { key: second.key, body: { email, code } })).status).toBe(200);
    expect((await login({ password: 'some other password' })).status).toBe(401);
    expect((await login()).body.organization.id).toBe(first.id);
    expect((await login({ organization_slug: second.slug })).body.organization.id).toBe(second.id);
    const foreign = await api.organization();
    expect((await login({ organization_slug: foreign.slug })).body.error.code).toBe('auth.invalid_credentials');
  });
});

describe('a login', () => {
  test('A login returns a token that acts as an org key for twelve hours', async () => {
    const { id } = await claimed();
    const begun = Date.now();
    api.now = () => begun;
    const { body } = await login();
    expect(body.token_type).toBe('bearer');
    expect(Date.parse(body.expires_at)).toBe(begun + 12 * HOUR);
    const me = await api.call('getMe', { key: body.token });
    expect(me.body).toMatchObject({ actor_type: 'user', actor_id: body.user.id, org_id: id });
    expect(
      (await api.call('createIdentity', { key: body.token, body: { handle: `h-${randomBytes(4).toString('hex')}` } }))
        .status,
    ).toBe(201);
    api.now = () => begun + 12 * HOUR + 1;
    expect((await api.call('getMe', { key: body.token })).status).toBe(401);
  });

  test('A login token becomes invalid when the password changes', async () => {
    await claimed();
    const { body } = await login();
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: { pk: `USER#${body.user.id}`, sk: 'USER' },
        UpdateExpression: 'ADD passwordVersion :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    expect((await api.call('getMe', { key: body.token })).status).toBe(401);
  });

  test('A wrong password and an unknown address get the same error', async () => {
    await claimed();
    const wrong = await login({ password: 'not the password' });
    const unknown = await login({ email: `unknown-${email}` });
    for (const reply of [wrong, unknown]) {
      expect(reply.status).toBe(401);
      reply.body.error.request_id = '';
    }
    expect(wrong.body).toEqual(unknown.body);
  });
});

describe('the owner’s code', () => {
  test('The owner’s code raises the limits at once, and works once', async () => {
    const created = await api.call('createOrganization', {
      body: { name: 'Works', slug: `s-${randomBytes(6).toString('hex')}`, owner_email: email },
    });
    const key = created.body.admin_api_key;
    const agent = () => api.call('createIdentity', { key, body: { handle: `h-${randomBytes(6).toString('hex')}` } });
    expect((await agent()).status).toBe(201);
    expect((await agent()).body.error.code).toBe('usage.agent_limit');

    const code = (await mailedCodes(api, engine.table, email, created.body.id)).at(-1)?.code ?? '';
    expect((await api.call('verifyOwner', { key, body: { code: wrongCode(code) } })).body.error.code).toBe(
      'auth.code_invalid',
    );
    const verified = await api.call('verifyOwner', { key, body: { code } });
    expect(verified.body).toEqual({ verified: true, organization_id: created.body.id });
    expect((await agent()).status).toBe(201);
    expect((await agent()).body.error.code).toBe('usage.agent_limit');
    expect((await api.call('verifyOwner', { key, body: { code } })).body.error.code).toBe('auth.code_invalid');
  });

  test('The owner’s code cannot be verified where none was mailed', async () => {
    const { key } = await api.organization();
    expect((await api.call('verifyOwner', { key, body: { code: '123456' } })).body.error.code).toBe(
      'auth.code_invalid',
    );
  });
});
