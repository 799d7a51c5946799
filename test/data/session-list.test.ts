import { randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi, type InProcessCall } from '../support/in-process-api.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { outboxOf } from '../support/outbox.ts';
import { partitionRows } from '../support/partition-rows.ts';

/** The list of a person's sessions, and how one of them is ended. */
const engine = useEngine();
const PASSWORD = 'correct horse battery';
const NEW = 'staple battery horse';
let api: InProcessApi;
let email: string;
let orgKey: string;
let start: number;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  start = Date.now();
  api.now = () => start;
  email = freshEmail();
  orgKey = (await claimed(email)).key;
});

const freshEmail = () => `ada-${randomBytes(6).toString('hex')}@example.com`;

/** An organization that a person has claimed. */
async function claimed(by: string) {
  const organization = await api.organization();
  const { key } = organization;
  await api.call('claim', { key, body: { email: by, password: PASSWORD } });
  const code = (await mailedCodes(api, engine.table, by, organization.id)).at(-1)?.code;
  expect((await api.call('claim', { key, body: { email: by, code } })).status).toBe(200);
  return organization;
}

const login = async (body: object = {}, call: InProcessCall = {}) =>
  (await api.call('login', { ...call, body: { email, password: PASSWORD, ...body } })).body.token;
const sessionsOf = async (key: string, query?: Record<string, string>) =>
  (await api.call('listSessions', { key, ...(query && { query }) })).body.sessions;
const idOf = async (key: string) => (await sessionsOf(key)).find(({ current }) => current)?.id ?? '';
const revoke = (key: string, id: string) => api.call('revokeSession', { key, params: { id } });
const statusOf = async (key: string) => (await api.call('getMe', { key })).status;
const rowsOf = async (token: string) => {
  const { actor_id: user } = (await api.call('getMe', { key: token })).body;
  return partitionRows(engine.table, `USER#${user}`);
};

test('The list has the sessions of the person, newest first, where each began, and which one asks', async () => {
  const first = await login({}, { address: '203.0.113.24', headers: { 'user-agent': 'Mozilla/5.0 Firefox/145.0' } });
  const second = await login({}, { address: '2001:db8::7' });
  const sessions = await sessionsOf(first);
  const times = (ms: number) => ({
    created_at: new Date(ms).toISOString(),
    expires_at: new Date(ms + 12 * HOUR).toISOString(),
  });
  expect(sessions).toEqual([
    {
      id: expect.stringMatching(/^ses_/),
      current: false,
      address: '2001:db8::7',
      user_agent: null,
      ...times(start + 1),
    },
    {
      id: expect.stringMatching(/^ses_/),
      current: true,
      address: '203.0.113.24',
      user_agent: 'Mozilla/5.0 Firefox/145.0',
      ...times(start),
    },
  ]);
  expect(await idOf(second)).toBe(sessions[0]?.id);
  expect(JSON.stringify(sessions)).not.toContain(first);
  expect(JSON.stringify(sessions)).not.toContain(hashApiKey(first));
});

test('Pages of sessions that began in one millisecond skip none', async () => {
  const keys = [await login(), await login(), ...(await Promise.all([login(), login(), login()]))];
  const [key = ''] = keys;
  const all = await sessionsOf(key);
  expect(new Set(all.map(({ created_at: at }) => at)).size).toBe(5);
  const paged: typeof all = [];
  for (let before: string | undefined; ; before = paged.at(-1)?.created_at) {
    const page = await sessionsOf(key, { limit: '2', ...(before !== undefined && { before }) });
    paged.push(...page);
    if (page.length < 2) break;
  }
  expect(paged).toEqual(all);
});

test('A session that has ended in any way is in no list', async () => {
  const [own, left, revoked] = [await login(), await login(), await login()];
  await api.call('logout', { key: left });
  expect((await revoke(own, await idOf(revoked))).status).toBe(204);
  expect(await sessionsOf(own)).toHaveLength(1);
  const other = await login();
  const body = { current_password: PASSWORD, new_password: NEW };
  expect((await api.call('changePassword', { key: own, body })).status).toBe(204);
  expect(await statusOf(other)).toBe(401);
  const later = await login({ password: NEW });
  expect((await sessionsOf(later)).map(({ id }) => id)).toEqual([await idOf(later), await idOf(own)]);
  await api.call('logout', { key: later, body: { all_sessions: true } });
  const last = await login({ password: NEW });
  expect(await sessionsOf(last)).toHaveLength(1);
  api.now = () => start + 11 * HOUR;
  const fresh = await login({ password: NEW });
  expect(await sessionsOf(fresh)).toHaveLength(2);
  api.now = () => start + 13 * HOUR;
  expect(await sessionsOf(fresh)).toHaveLength(1);
});

test('A revoked session ends at once, and a second request for it is 404', async () => {
  const [own, other] = [await login(), await login()];
  const id = await idOf(other);
  expect((await revoke(own, id)).status).toBe(204);
  expect([await statusOf(own), await statusOf(other), await statusOf(orgKey)]).toEqual([200, 401, 200]);
  expect((await revoke(own, id)).status).toBe(404);
});

test('A person may revoke the session that asks: a repeated request is 401', async () => {
  const own = await login();
  const id = await idOf(own);
  expect((await revoke(own, id)).status).toBe(204);
  expect((await revoke(own, id)).status).toBe(401);
  expect(await rowsOf(await login())).toHaveLength(3);
});

test('An idempotency key replays the 204 of a session that was revoked', async () => {
  const [own, other] = [await login(), await login()];
  const call = { key: own, params: { id: await idOf(other) }, idempotencyKey: 'revoke it once' };
  expect((await api.call('revokeSession', call)).status).toBe(204);
  const repeated = await api.call('revokeSession', call);
  expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([204, 'true']);
});

test('A missing, an ended and another person’s session are the same 404', async () => {
  const own = await login();
  const stranger = freshEmail();
  await claimed(stranger);
  const foreign = await login({ email: stranger });
  const foreignId = await idOf(foreign);
  const ended = await login();
  const endedId = await idOf(ended);
  await api.call('logout', { key: ended });
  // One that differs from a session that exists in its random part alone.
  const near = `${(await idOf(own)).slice(0, -4)}0000`;
  const refusals = new Set<string>();
  for (const id of [makeId('session', start, randomPart()), foreignId, endedId, near, 'nonsense', foreign]) {
    const { status, body } = await revoke(own, id);
    expect([status, body.error.code], id).toEqual([404, 'resource.not_found']);
    refusals.add(JSON.stringify({ ...body.error, request_id: '' }));
  }
  expect(refusals.size).toBe(1);
  expect([await statusOf(own), await statusOf(foreign)]).toEqual([200, 200]);
});

test('A key of the organization has no sessions to list or to revoke', async () => {
  const token = await login();
  const { key: agentKey } = await api.agent(orgKey);
  for (const key of [orgKey, agentKey]) {
    const refused = [await api.call('listSessions', { key }), await revoke(key, await idOf(token))];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [403, 'auth.forbidden'],
      [403, 'auth.forbidden'],
    ]);
  }
  expect(await statusOf(token)).toBe(200);
});

test('A person sees and revokes the sessions of all organizations, and the streams of each are checked', async () => {
  const second = await claimed(email);
  const [first, other] = [await login(), await login({ organization_slug: second.slug })];
  expect(await sessionsOf(first)).toHaveLength(2);
  expect((await revoke(first, await idOf(other))).status).toBe(204);
  expect(await statusOf(other)).toBe(401);
  const checks = (await outboxOf(engine.table, second.id)).filter(({ kind }) => kind === 'stream_check');
  expect(checks).toHaveLength(1);
});

test('What ends all sessions has the streams of every organization of the person checked', async () => {
  const second = await claimed(email);
  const checks = async () =>
    (await outboxOf(engine.table, second.id)).filter(({ kind }) => kind === 'stream_check').length;
  await api.call('logout', { key: await login(), body: { all_sessions: true } });
  expect(await checks()).toBe(1);
  const body = { current_password: PASSWORD, new_password: NEW };
  await api.call('changePassword', { key: await login(), body });
  expect(await checks()).toBe(2);
  await api.call('requestPasswordReset', { body: { email } });
  const code = (await mailedCodes(api, engine.table, email)).at(-1)?.code ?? '';
  expect((await api.call('resetPassword', { body: { email, code, password: PASSWORD } })).status).toBe(204);
  expect(await checks()).toBe(3);
});

test('The table holds neither the address nor the program of a session in clear, nor its token', async () => {
  const token = await login({}, { address: '203.0.113.24', headers: { 'user-agent': 'Firefox' } });
  const rows = JSON.stringify(await rowsOf(token));
  expect(rows).toContain('ses_');
  for (const text of ['203.0.113.24', 'Firefox', token]) expect(rows).not.toContain(text);
});

test('A token of release 0.2.0, which stored no session, is listed for its person and can be revoked', async () => {
  const old = await login();
  const [row] = (await rowsOf(old)).filter(({ sk }) => String(sk).startsWith('ses_'));
  await engine.table.client.send(
    new DeleteCommand({ TableName: engine.table.name, Key: { pk: row?.pk, sk: row?.sk } }),
  );
  api.now = () => start + 1000;
  const newer = await login();
  const [first, second] = await sessionsOf(old);
  expect([first?.current, second]).toEqual([
    false,
    {
      id: row?.id,
      current: true,
      address: null,
      user_agent: null,
      created_at: new Date(start).toISOString(),
      expires_at: new Date(start + 12 * HOUR).toISOString(),
    },
  ]);
  expect(await sessionsOf(old, { before: second?.created_at ?? '' })).toEqual([]);
  const body = { current_password: PASSWORD, new_password: NEW };
  expect((await api.call('changePassword', { key: old, body })).status).toBe(204);
  expect((await revoke(old, second?.id ?? '')).status).toBe(204);
  expect([await statusOf(old), await statusOf(newer)]).toEqual([401, 401]);
});

test('Of requests that end one session at the same moment, one does and the others find it ended', async () => {
  const own = await login();
  const id = await idOf(own);
  const ends = await Promise.all([
    api.call('logout', { key: own }),
    api.call('logout', { key: own }),
    revoke(own, id),
    revoke(own, id),
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401]);
  const [first, second, third] = [await login(), await login(), await login()];
  const target = await idOf(third);
  const both = await Promise.all([revoke(first, target), revoke(second, target)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await statusOf(third)).toBe(401);
});
