import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/domain/organization/role.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { type Founded, foundOrganization, invite, join, letTimePass, logIn, PASSWORD } from '../support/members.ts';

/** Who belongs to an organization: joining, roles, and what ends with a membership. */

const engine = useEngine();
let api: InProcessApi;
let founded: Founded;
let startedAt: number;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  api.now = Date.now;
  startedAt = api.now();
  founded = await foundOrganization(api, engine.table);
});

/** Whether a time is between two moments of the clock, both inclusive. */
function isBetween(from: number, time: string | null | undefined, to: number): boolean {
  const at = Date.parse(time ?? '');
  return from <= at && at <= to;
}

const freshEmail = () => `grace-${randomBytes(6).toString('hex')}@example.com`;
const membersSeenBy = async (key: string) => (await api.call('listMembers', { key })).body.members;
const codesOf = async (email: string) =>
  (await mailedCodes(api, engine.table, email, founded.id)).map(({ code }) => code);
const statusOf = async (key: string) => (await api.call('getMe', { key })).status;
const member = (role: Role) => join(api, engine.table, founded, role);
const change = (key: string, id: string, role: Role) =>
  api.call('updateMember', { key, params: { id }, body: { role } });
const remove = (key: string, id: string) => api.call('deleteMember', { key, params: { id } });

test('The person who has signed up or claimed the organization is its owner, without an invitation', async () => {
  const [owner, ...others] = await membersSeenBy(founded.token);
  expect(others).toEqual([]);
  expect(owner).toMatchObject({ id: founded.userId, email: founded.email, role: 'owner', status: 'active' });
  expect(isBetween(startedAt, owner?.last_login_at, api.now())).toBe(true);
});

test('An invited person without an account gets one by the code and a password, with the id of the invitation', async () => {
  const email = freshEmail();
  const invitation = await invite(api, founded.token, email, 'approver');
  expect(invitation).toMatchObject({ status: 201, body: { email, role: 'approver', status: 'invited' } });
  expect(invitation.body.last_login_at).toBeNull();
  const [code = ''] = await codesOf(email);

  const withoutPassword = await api.call('joinOrganization', { body: { email, code } });
  expect(withoutPassword.body.error).toMatchObject({ code: 'validation.failed' });
  expect(withoutPassword.body.error.message).toContain('password');
  const joined = await api.call('joinOrganization', { body: { email, code, password: PASSWORD } });
  expect(joined.status).toBe(200);
  expect(joined.body).toMatchObject({ joined: true, role: 'approver', user: { id: invitation.body.id, email } });
  expect(joined.body.organization.id).toBe(founded.id);

  const loggedInAfter = api.now();
  const { token } = (await logIn(api, email)).body;
  const me = (await api.call('getMe', { key: token })).body;
  expect(me).toMatchObject({ actor_type: 'user', actor_id: invitation.body.id, org_id: founded.id, role: 'approver' });
  const listed = (await membersSeenBy(token)).find((one) => one.id === invitation.body.id);
  expect(listed).toMatchObject({ status: 'active' });
  expect(isBetween(loggedInAfter, listed?.last_login_at, api.now())).toBe(true);
  // A code is used once.
  const again = await api.call('joinOrganization', { body: { email, code, password: PASSWORD } });
  expect(again.body.error.code).toBe('auth.code_invalid');
});

test('An invitation has a new id, so that no one learns from it who has an account', async () => {
  const other = await foundOrganization(api, engine.table);
  const { body } = await invite(api, founded.token, other.email, 'viewer');
  expect(body.id).not.toBe(other.userId);
  expect(body).toMatchObject({ status: 'invited', last_login_at: null });
});

test('A person with an account joins with the account and its password, and has two isolated organizations', async () => {
  const other = await foundOrganization(api, engine.table);
  await invite(api, founded.token, other.email, 'viewer');
  const [code = ''] = await codesOf(other.email);
  const joined = await api.call('joinOrganization', {
    body: { email: other.email, code, password: 'not the password' },
  });
  expect(joined.body.user.id).toBe(other.userId);
  expect((await membersSeenBy(founded.token)).map(({ id }) => id)).toContain(other.userId);
  expect((await logIn(api, other.email, undefined, 'not the password')).status).toBe(401);

  const own = (await logIn(api, other.email, other.slug)).body.token;
  const guest = (await logIn(api, other.email, founded.slug)).body.token;
  expect((await api.call('getMe', { key: own })).body).toMatchObject({ org_id: other.id, role: 'owner' });
  expect((await api.call('getMe', { key: guest })).body).toMatchObject({ org_id: founded.id, role: 'viewer' });
  const agent = await api.agent(founded.key);
  const ownAgent = await api.agent(other.key);
  const seen = async (key: string, id: string) => (await api.call('getIdentity', { key, params: { id } })).status;
  expect(await seen(guest, agent.id)).toBe(200);
  expect(await seen(guest, ownAgent.id)).toBe(404);
  expect(await seen(own, ownAgent.id)).toBe(200);
  expect(await seen(own, agent.id)).toBe(404);
  // The owner of one organization is a viewer in the other, and the members of one are unknown to the other.
  expect((await remove(own, founded.userId)).status).toBe(404);
  expect((await remove(guest, founded.userId)).status).toBe(403);
  // Each list has the sessions of both organizations, until the person is removed from one.
  const sessions = async () => (await api.call('listSessions', { key: own })).body.sessions.length;
  const before = await sessions();
  expect((await remove(founded.token, other.userId)).status).toBe(204);
  expect(await sessions()).toBe(before - 1);
  expect([await statusOf(own), await statusOf(guest)]).toEqual([200, 401]);
  expect((await logIn(api, other.email, founded.slug)).status).toBe(401);
});

test('A new role is effective for the next request, and one below an admin ends the sessions', async () => {
  const admin = await member('admin');
  const approver = await member('approver');
  expect((await change(founded.token, approver.id, 'viewer')).body).toMatchObject({ role: 'viewer' });
  expect((await api.call('getMe', { key: approver.token })).body.role).toBe('viewer');
  expect((await change(founded.token, admin.id, 'owner')).status).toBe(200);
  expect((await api.call('getMe', { key: admin.token })).body.role).toBe('owner');
  expect((await change(founded.token, admin.id, 'approver')).status).toBe(200);
  expect(await statusOf(admin.token)).toBe(401);
  const { token } = (await logIn(api, admin.email)).body;
  expect((await api.call('getMe', { key: token })).body.role).toBe('approver');
  expect((await api.call('listSessions', { key: token })).body.sessions).toHaveLength(1);
  expect((await change(founded.token, admin.id, 'admin')).status).toBe(200);
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf((await logIn(api, admin.email)).body.token)).toBe(200);
});

test('Only an owner appoints, changes or removes owners: no admin, and no key, which an admin can make', async () => {
  const admin = await member('admin');
  const owner = await member('owner');
  const pending = (await invite(api, founded.token, freshEmail(), 'owner')).body;
  for (const key of [admin.token, founded.key]) {
    const refused = [
      await invite(api, key, freshEmail(), 'owner'),
      await invite(api, key, pending.email, 'viewer'),
      await change(key, admin.id, 'owner'),
      await change(key, owner.id, 'viewer'),
      await change(key, pending.id, 'viewer'),
      await remove(key, owner.id),
      await remove(key, pending.id),
    ];
    expect(refused.map(({ body }) => body.error?.code)).toEqual(refused.map(() => 'auth.forbidden'));
    const viewer = (await invite(api, key, freshEmail(), 'viewer')).body;
    expect((await change(key, viewer.id, 'admin')).status).toBe(200);
    expect((await remove(key, viewer.id)).status).toBe(204);
  }
  expect((await remove(owner.token, founded.userId)).status).toBe(204);
  expect(await statusOf(founded.token)).toBe(401);
});

test('The last owner stays, also if another one is only invited', async () => {
  await invite(api, founded.token, freshEmail(), 'owner');
  const replies = [
    await remove(founded.token, founded.userId),
    await change(founded.token, founded.userId, 'admin'),
    await change(founded.token, founded.userId, 'viewer'),
  ];
  expect(replies.map(({ status, body }) => [status, body.error?.code])).toEqual(
    replies.map(() => [409, 'member.last_owner']),
  );
  expect(await statusOf(founded.token)).toBe(200);
});

test.each([
  ['remove', 'remove'],
  ['remove', 'demote'],
  ['demote', 'demote'],
] as const)('Of two owners who %s and %s each other at once, one stays', async (first, second) => {
  const other = await member('owner');
  const act = (how: 'remove' | 'demote', key: string, id: string) =>
    how === 'remove' ? remove(key, id) : change(key, id, 'viewer');
  const replies = await Promise.all([act(first, founded.token, other.id), act(second, other.token, founded.userId)]);
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
  const owners = (await membersSeenBy(founded.key)).filter(({ role }) => role === 'owner');
  expect(owners).toHaveLength(1);
});

test('A person who was invited by the key of an unclaimed organization can claim it, and is its owner once', async () => {
  const { id, key } = await api.organization();
  const email = freshEmail();
  await invite(api, key, email, 'viewer');
  const [code = ''] = (await mailedCodes(api, engine.table, email, id)).map((one) => one.code);
  await api.call('joinOrganization', { body: { email, code, password: PASSWORD } });
  const viewer = (await logIn(api, email)).body.token;
  // A later code has a later time.
  letTimePass(api, 1);
  await api.call('claim', { key, body: { email, password: PASSWORD } });
  const claimCode = (await mailedCodes(api, engine.table, email, id)).at(-1)?.code;
  expect((await api.call('claim', { key, body: { email, code: claimCode } })).status).toBe(200);
  expect(await membersSeenBy(key)).toMatchObject([{ email, role: 'owner', status: 'active' }]);
  expect(await statusOf(viewer)).toBe(401);
  expect((await api.call('getMe', { key: (await logIn(api, email)).body.token })).body.role).toBe('owner');
});

test('A member who is removed while a login commits does not get in', async () => {
  const viewer = await member('viewer');
  const [login] = await Promise.all([logIn(api, viewer.email), remove(founded.token, viewer.id)]);
  if (login.status === 200) expect(await statusOf(login.body.token)).toBe(401);
  else expect(login.status).toBe(401);
});

test('A person changes the password in an organization with a small role, and keeps the session', async () => {
  const viewer = await member('viewer');
  const body = { current_password: PASSWORD, new_password: 'staple battery horse' };
  expect((await api.call('changePassword', { key: viewer.token, body })).status).toBe(204);
  expect((await api.call('getMe', { key: viewer.token })).body.role).toBe('viewer');
});
