import { beforeEach, expect, test } from 'vitest';
import { totp } from '#shared/domain/organization/totp.ts';
import { HOUR, SECOND } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { type Founded, foundOrganization, join, logIn, PASSWORD } from '../support/members.ts';
import { registeredFlow } from '../support/oauth-people.ts';
import { storedRows } from '../support/stored-rows.ts';

/** The second factor of a person: how it is set up, what a login needs then, and what an organization requires. */

const engine = useEngine();
const STEP = 30 * SECOND;
let api: InProcessApi;
let founded: Founded;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  const start = Date.now();
  api.now = () => start;
  founded = await foundOrganization(api, engine.table);
});

const later = (ms: number) => {
  const time = api.now() + ms;
  api.now = () => time;
};
const login = (code?: string, email = founded.email, address = '192.0.2.1') =>
  api.call('login', { address, body: { email, password: PASSWORD, ...(code !== undefined && { totp: code }) } });
const verify = (key: string, code: string) => api.call('verifyTotp', { key, body: { code } });
const remove = (key: string, code: string) => api.call('deleteTotp', { key, body: { code } });
const codeOf = (secret: string) => totp(secret, api.now());

/** Sets up a second factor, and passes the step of the code that has activated it. */
async function protect(key: string) {
  const { secret, recovery_codes: recovery } = (await api.call('createTotp', { key })).body;
  expect((await verify(key, codeOf(secret))).body).toEqual({ second_factor: true });
  later(STEP);
  return { secret, recovery };
}

test('A secret changes nothing until a code of it activates the second factor', async () => {
  const made = await api.call('createTotp', { key: founded.token });
  expect(made.status).toBe(201);
  const { secret, otpauth_url: url, recovery_codes: recovery } = made.body;
  expect(url).toContain(`secret=${secret}`);
  expect(recovery).toHaveLength(10);
  expect((await login()).status).toBe(200);
  // A recovery code shows nothing about the app.
  expect((await verify(founded.token, recovery[0] ?? '')).body.error.code).toBe('auth.code_invalid');
  expect((await verify(founded.token, wrongCode(codeOf(secret)))).body.error.code).toBe('auth.code_invalid');
  expect((await verify(founded.token, codeOf(secret))).status).toBe(200);
  expect((await login()).body.error.code).toBe('auth.second_factor_required');
  const { members } = (await api.call('listMembers', { key: founded.key })).body;
  expect(members.map(({ second_factor }) => second_factor)).toEqual([true]);
});

test('Another secret replaces one that was not activated, and none that was', async () => {
  const first = (await api.call('createTotp', { key: founded.token })).body.secret;
  const second = (await api.call('createTotp', { key: founded.token })).body.secret;
  expect((await verify(founded.token, codeOf(first))).status).toBe(400);
  expect((await verify(founded.token, codeOf(second))).status).toBe(200);
  for (const reply of [
    await api.call('createTotp', { key: founded.token }),
    await verify(founded.token, codeOf(second)),
  ])
    expect([reply.status, reply.body.error.code]).toEqual([409, 'auth.second_factor_active']);
});

test('A login takes a code of the app once, and only after the right password', async () => {
  const { secret } = await protect(founded.token);
  const code = codeOf(secret);
  const wrong = { email: founded.email, password: 'not the password', totp: code };
  expect((await api.call('login', { body: wrong })).body.error.code).toBe('auth.invalid_credentials');
  const missing = await login();
  expect([missing.status, missing.body.error.code]).toEqual([401, 'auth.second_factor_required']);
  expect((await login(code)).status).toBe(200);
  expect((await login(code)).body.error.code).toBe('auth.second_factor_required');
  later(STEP);
  expect((await login(code)).body.error.code).toBe('auth.second_factor_required');
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('Of ten logins at once with one code, one succeeds; and of ten with one recovery code', async () => {
  const { secret, recovery } = await protect(founded.token);
  for (const code of [codeOf(secret), recovery[0]]) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => login(code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    later(HOUR);
  }
});

test('Each recovery code opens one login, and the code of the app still works', async () => {
  const { secret, recovery } = await protect(founded.token);
  for (const code of recovery.slice(0, 3)) {
    expect((await login(code.toUpperCase())).status).toBe(200);
    expect((await login(code)).status).toBe(401);
  }
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('After ten wrong codes in an hour no code is accepted, from any network address, and no email lifts that', async () => {
  const { secret, recovery } = await protect(founded.token);
  const guesses = Array.from({ length: 14 }, (_, index) =>
    login(wrongCode(codeOf(secret), index + 7), founded.email, `192.0.2.${index}`),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429, 429]);
  for (const code of [codeOf(secret), recovery[0]]) expect((await login(code)).status).toBe(429);
  expect((await remove(founded.token, codeOf(secret))).status).toBe(429);
  await api.call('requestPasswordReset', { body: { email: founded.email } });
  const reset = (await mailedCodes(api, engine.table, founded.email)).at(-1)?.code ?? '';
  const body = { email: founded.email, code: reset, password: PASSWORD };
  expect((await api.call('resetPassword', { body })).status).toBe(204);
  expect((await login(codeOf(secret))).status).toBe(429);
  // Without a code it is no guess.
  expect((await login()).body.error.code).toBe('auth.second_factor_required');
  later(HOUR);
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('A new password does not remove the second factor, whether it was changed or reset', async () => {
  const { secret } = await protect(founded.token);
  const change = { current_password: PASSWORD, new_password: PASSWORD };
  expect((await api.call('changePassword', { key: founded.token, body: change })).status).toBe(204);
  expect((await login()).body.error.code).toBe('auth.second_factor_required');
  await api.call('requestPasswordReset', { body: { email: founded.email } });
  const code = (await mailedCodes(api, engine.table, founded.email)).at(-1)?.code ?? '';
  await api.call('resetPassword', { body: { email: founded.email, code, password: PASSWORD } });
  expect((await login()).body.error.code).toBe('auth.second_factor_required');
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('The second factor is removed with a code of it, and not with the token alone', async () => {
  const { secret, recovery } = await protect(founded.token);
  expect((await remove(founded.token, wrongCode(codeOf(secret)))).body.error.code).toBe('auth.code_invalid');
  expect((await remove(founded.token, recovery[4] ?? '')).status).toBe(204);
  expect((await remove(founded.token, codeOf(secret))).status).toBe(404);
  expect((await login()).status).toBe(200);
  const again = await protect(founded.token);
  expect(again.secret).not.toBe(secret);
  expect((await login(codeOf(secret))).status).toBe(401);
});

test('No row has the secret or a recovery code in clear text', async () => {
  const { secret, recovery } = await protect(founded.token);
  const rows = (await storedRows(engine.table)).join('\n');
  for (const text of [secret, ...recovery]) expect(rows).not.toContain(text);
  expect(rows).toContain('recoveryHashes');
});

test('An org key has no second factor', async () => {
  for (const reply of [
    await api.call('createTotp', { key: founded.key }),
    await verify(founded.key, '123456'),
    await remove(founded.key, '123456'),
  ])
    expect([reply.status, reply.body.error.code]).toEqual([403, 'auth.forbidden']);
  expect((await verify(founded.token, '123456')).status).toBe(404);
});

const require = (key: string, isRequired: boolean) =>
  api.call('setMemberSettings', { key, body: { require_second_factor: isRequired } });

test('Only an owner decides whether the organization requires a second factor, and everyone sees it', async () => {
  const admin = await join(api, engine.table, founded, 'admin');
  const viewer = await join(api, engine.table, founded, 'viewer');
  for (const key of [founded.key, admin.token, viewer.token])
    expect((await require(key, true)).body.error.code).toBe('auth.forbidden');
  const { secret } = await protect(founded.token);
  expect((await require(founded.token, true)).body).toEqual({ require_second_factor: true });
  expect((await api.call('getMemberSettings', { key: founded.key })).body).toEqual({ require_second_factor: true });
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('A person without the second factor that the organization requires can set it up, and nothing else', async () => {
  const admin = await join(api, engine.table, founded, 'admin');
  await protect(founded.token);
  await require(founded.token, true);
  const { token } = (await login(undefined, admin.email)).body;
  for (const key of [admin.token, token]) {
    const calls = [
      await api.call('listIdentities', { key }),
      await api.call('createApiKey', { key, body: { name: 'mine' } }),
      await api.call('listSessions', { key }),
      await api.call('callMcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    ];
    expect(calls.map(({ status, body }) => [status, body.error?.code])).toEqual(
      calls.map(() => [403, 'auth.second_factor_setup']),
    );
    expect((await api.call('getMe', { key })).status).toBe(200);
  }
  // Keys are no persons.
  expect((await api.call('listIdentities', { key: founded.key })).status).toBe(200);
  await protect(token);
  for (const key of [admin.token, token]) expect((await api.call('listIdentities', { key })).status).toBe(200);
});

test('The consent page takes the second factor, and refuses who lacks a required one', async () => {
  const { secret } = await protect(founded.token);
  const admin = await join(api, engine.table, founded, 'admin');
  const submit = async (email: string, code?: string) => {
    const flow = await registeredFlow(api);
    const fields = { action: 'login', email, password: PASSWORD, totp: code };
    return flow.submit(flow.parameters(), fields, { page: await flow.open() });
  };
  const missing = await submit(founded.email);
  expect(missing.status).toBe(400);
  expect(missing.text).toContain('A code of the second factor is needed');
  expect((await submit(founded.email, wrongCode(codeOf(secret)))).status).toBe(400);
  expect((await submit(founded.email, codeOf(secret))).status).toBe(303);
  expect((await submit(admin.email)).status).toBe(303);
  await require(founded.token, true);
  const refused = await submit(admin.email);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('requires a second factor');
});

test('A page that is open when the organization begins to require a second factor decides nothing more', async () => {
  const admin = await join(api, engine.table, founded, 'admin');
  const flow = await registeredFlow(api);
  const agent = await api.agent(founded.key);
  const page = await flow.logIn({ email: admin.email, password: PASSWORD });
  await protect(founded.token);
  await require(founded.token, true);
  const fields = { action: 'allow', agent: [agent.id], allow: ['mail.read'] };
  expect((await flow.submit(flow.parameters(), fields, { page })).location).toBeUndefined();
});

test('An organization that requires nothing is not asked for what another one requires', async () => {
  const other = await foundOrganization(api, engine.table);
  const { secret } = await protect(other.token);
  await require(other.token, true);
  expect((await login()).status).toBe(200);
  expect((await api.call('listIdentities', { key: founded.token })).status).toBe(200);
  expect((await logIn(api, other.email)).body.error.code).toBe('auth.second_factor_required');
  expect((await login(codeOf(secret), other.email)).status).toBe(200);
});
