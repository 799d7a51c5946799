import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { isId, timeOfId } from '#shared/domain/ids/ids.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { sessionIdOf, shownUserAgent } from '#shared/domain/organization/session.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';

/** How sessions of people end, by a logout and by a new password; and what a session is named and recognized by. */

const engine = useEngine();
const PASSWORD = 'correct horse battery';
const NEW = 'staple battery horse';
let api: InProcessApi;
let email: string;
let orgKey: string;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  const start = Date.now();
  api.now = () => start;
  email = `ada-${randomBytes(6).toString('hex')}@example.com`;
  const organization = await api.organization();
  orgKey = organization.key;
  await api.call('claim', { key: orgKey, body: { email, password: PASSWORD } });
  const code = (await mailedCodes(api, engine.table, email, organization.id)).at(-1)?.code;
  expect((await api.call('claim', { key: orgKey, body: { email, code } })).status).toBe(200);
});

const login = async (password = PASSWORD) => (await api.call('login', { body: { email, password } })).body.token;
const statusOf = async (key: string) => (await api.call('getMe', { key })).status;
const statuses = (...keys: string[]) => Promise.all(keys.map(statusOf));
const resetCodes = async () => (await mailedCodes(api, engine.table, email)).map(({ code }) => code);
const request = (address = '192.0.2.1') => api.call('requestPasswordReset', { address, body: { email } });
const reset = (code: string | undefined, address = '192.0.2.1') =>
  api.call('resetPassword', { address, body: { email, code: code ?? '', password: NEW } });

test('A logout ends the session of its token, and with all_sessions every session of the person', async () => {
  const [first, second, third] = [await login(), await login(), await login()];
  expect((await api.call('logout', { key: first })).status).toBe(204);
  expect(await statuses(first, second, third, orgKey)).toEqual([401, 200, 200, 200]);
  expect((await api.call('logout', { key: first })).status).toBe(401);
  expect((await api.call('logout', { key: second, body: { all_sessions: true } })).status).toBe(204);
  expect(await statuses(second, third, orgKey)).toEqual([401, 401, 200]);
  expect(await statusOf(await login())).toBe(200);
});

test('A session that ends between the authentication of a request and its commit has ended for that request too', async () => {
  const own = await login();
  /** Makes a request, while another one ends the session of a key. */
  const whileEnding = (key: string, ...request: Parameters<InProcessApi['call']>) => {
    const end = async () => void (await api.call('logout', { key }));
    const late = new InProcessApi(withTransactions(engine.table, end), {}, api.services.keyring);
    late.now = api.now;
    return late.call(...request);
  };
  const left = await login();
  expect((await whileEnding(left, 'logout', { key: left })).status).toBe(401);
  const revoked = await login();
  const { sessions } = (await api.call('listSessions', { key: revoked })).body;
  const params = { id: sessions.find(({ current }) => current)?.id ?? '' };
  expect((await whileEnding(revoked, 'revokeSession', { key: own, params })).status).toBe(404);
  const changing = await login();
  const body = { current_password: PASSWORD, new_password: NEW };
  expect((await whileEnding(changing, 'changePassword', { key: changing, body })).status).toBe(401);
  expect(await statuses(own, left, revoked, changing)).toEqual([200, 401, 401, 401]);
});

test('A key of the organization is no session: it can neither log out nor change a password', async () => {
  const { key: agentKey } = await api.agent(orgKey);
  for (const key of [orgKey, agentKey]) {
    const body = { current_password: PASSWORD, new_password: NEW };
    const refused = [await api.call('logout', { key }), await api.call('changePassword', { key, body })];
    expect(refused.map(({ status, body: { error } }) => [status, error.code])).toEqual([
      [403, 'auth.forbidden'],
      [403, 'auth.forbidden'],
    ]);
  }
  expect(await statusOf(orgKey)).toBe(200);
});

test('A change of the password keeps the session of the caller and ends the others', async () => {
  const [own, other] = [await login(), await login()];
  const body = { current_password: PASSWORD, new_password: NEW };
  expect((await api.call('changePassword', { key: own, body })).status).toBe(204);
  expect(await statuses(own, other)).toEqual([200, 401]);
  expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
  expect(await statusOf(await login(NEW))).toBe(200);
  // The session still ends with its twelve hours.
  const later = api.now() + 12 * HOUR + 1;
  api.now = () => later;
  expect(await statusOf(own)).toBe(401);
});

test('Five changes of the password at once with the present one change it once', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => login()));
  const changes = keys.map((key, index) =>
    api.call('changePassword', { key, body: { current_password: PASSWORD, new_password: `${NEW} ${index}` } }),
  );
  const replies = await Promise.all(changes);
  const changed = replies.flatMap(({ status }, index) => (status === 204 ? [index] : []));
  expect(changed).toHaveLength(1);
  expect(await statusOf(await login(`${NEW} ${changed[0]}`))).toBe(200);
});

test('A wrong present password counts as one of a login, so a stolen token does not help to guess it', async () => {
  const token = await login();
  const guess = (current_password: string) =>
    api.call('changePassword', { key: token, body: { current_password, new_password: NEW } });
  for (let tries = 0; tries < 10; tries++) {
    expect((await guess('not the password')).body.error.code).toBe('auth.invalid_credentials');
  }
  expect((await guess(PASSWORD)).status).toBe(429);
  expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(429);
  expect(await statusOf(token)).toBe(200);
});

test('A code sets a new password once, ends all sessions and lifts the limits of wrong passwords', async () => {
  const token = await login();
  for (let tries = 0; tries < 10; tries++) await api.call('login', { body: { email, password: 'not the password' } });
  expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(429);
  expect((await request()).status).toBe(202);
  const [code] = await resetCodes();
  expect((await reset(wrongCode(code ?? ''))).body.error.code).toBe('auth.code_invalid');
  expect((await reset(code)).status).toBe(204);
  expect((await reset(code)).body.error.code).toBe('auth.code_invalid');
  expect(await statusOf(token)).toBe(401);
  expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
  expect(await statusOf(await login(NEW))).toBe(200);
});

test('A code for a new password expires, and is exhausted after five wrong guesses', async () => {
  await request();
  const [code = ''] = await resetCodes();
  for (let tries = 1; tries <= 5; tries++) await reset(wrongCode(code, tries));
  expect((await reset(code)).body.error.code).toBe('auth.code_exhausted');
  await request();
  const next = (await resetCodes()).find((one) => one !== code);
  const later = api.now() + HOUR / 3;
  api.now = () => later;
  expect((await reset(next)).body.error.code).toBe('auth.code_expired');
  expect(await statusOf(await login())).toBe(200);
});

test('A stranger elsewhere neither replaces nor exhausts the code of the owner', async () => {
  await request();
  const [code = ''] = await resetCodes();
  await request('198.51.100.1');
  for (let tries = 1; tries <= 6; tries++) await reset(wrongCode(code, tries), '198.51.100.1');
  expect((await reset(code, '198.51.100.1')).status).toBe(400);
  expect((await reset(code)).status).toBe(204);
});

test('A reset of an address without an account gets the same response and writes the same rows, without an email', async () => {
  const unknown = `eve-${email}`;
  const ask = (to: string) => api.call('requestPasswordReset', { body: { email: to } });
  const [known, other] = [await ask(email), await ask(unknown)];
  const shown = ({ status, headers, body }: typeof known) => ({
    status,
    names: Object.keys(headers).sort(),
    body: JSON.stringify(body).replace(/"email":"[^"]*"/, ''),
  });
  expect(shown(other)).toEqual(shown(known));
  expect(await mailedCodes(api, engine.table, unknown)).toEqual([]);
  expect(await mailedCodes(api, engine.table, email)).toMatchObject([{ purpose: 'unlock' }]);
  const guess = await api.call('resetPassword', { body: { email: unknown, code: '000000', password: NEW } });
  expect([guess.status, guess.body.error.code]).toEqual([400, 'auth.code_invalid']);
  for (let tries = 0; tries < 4; tries++)
    expect([(await ask(email)).status, (await ask(unknown)).status]).toEqual([202, 202]);
  expect([(await ask(email)).status, (await ask(unknown)).status]).toEqual([429, 429]);
});

test.each([
  ['curl/8.5.0\u001b[2J\r\nx: y\u0000', 'curl/8.5.0[2J x: y'],
  ['safe\u202egnp.exe \u200b\u2066agent', 'safegnp.exe agent'],
  ['a'.repeat(10_000), 'a'.repeat(200)],
  ['😀'.repeat(300), '😀'.repeat(200)],
  [' \u0007\u200b ', null],
  ['', null],
  [undefined, null],
])(
  'What a program calls itself is shown in one line, without what no person sees, and not whole: %j',
  (header, shown) => {
    expect(shownUserAgent(header)).toBe(shown);
  },
);

test('No header leaves a control character, a lone surrogate or more than 200 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const header = text.repeat(5);
      const shown = shownUserAgent(header) ?? '';
      expect(shown).not.toMatch(/\p{Cc}/u);
      expect(shown.isWellFormed()).toBe(true);
      expect(Array.from(shown).length).toBeLessThanOrEqual(200);
      expect(shown).toBe(shown.trim());
    }),
  );
});

test('The id of a session has its time, is the same for a token each time, and is another for each token', () => {
  const at = Date.now();
  const hashes = Array.from({ length: 100 }, () => hashApiKey(generateApiKey('usr')));
  const ids = hashes.map((hash) => sessionIdOf(hash, at));
  expect(new Set(ids).size).toBe(hashes.length);
  expect(hashes.map((hash) => sessionIdOf(hash, at))).toEqual(ids);
  expect(ids.filter((id) => !isId('session', id) || timeOfId('session', id) !== at)).toEqual([]);
});
