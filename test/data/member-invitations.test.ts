import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/domain/organization/role.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { type Founded, foundOrganization, invite, join, letTimePass, PASSWORD } from '../support/members.ts';

/** Invitations to an organization: their codes, guesses and limits. */

const engine = useEngine();
let api: InProcessApi;
let founded: Founded;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  api.now = Date.now;
  founded = await foundOrganization(api, engine.table);
});

const freshEmail = () => `grace-${randomBytes(6).toString('hex')}@example.com`;
const membersSeenBy = async (key: string) => (await api.call('listMembers', { key })).body.members;
const codesOf = async (email: string) =>
  (await mailedCodes(api, engine.table, email, founded.id)).map(({ code }) => code);
const _statusOf = async (key: string) => (await api.call('getMe', { key })).status;
const _member = (role: Role) => join(api, engine.table, founded, role);
const _change = (key: string, id: string, role: Role) =>
  api.call('updateMember', { key, params: { id }, body: { role } });
const remove = (key: string, id: string) => api.call('deleteMember', { key, params: { id } });

test('A second invitation of an address replaces the code and the role; a member is not invited again', async () => {
  const email = freshEmail();
  const first = await invite(api, founded.token, email, 'viewer');
  letTimePass(api, 1);
  const second = await invite(api, founded.token, email, 'admin');
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toMatchObject({ id: first.body.id, role: 'admin', created_at: first.body.created_at });
  const codes = await codesOf(email);
  const join = (code = '') => api.call('joinOrganization', { body: { email, code, password: PASSWORD } });
  const replies = await Promise.all(codes.map((code) => join(code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await invite(api, founded.token, email, 'viewer')).body.error.code).toBe('member.duplicate');
});

test('A code of an invitation has five guesses, over all invitations of the address, and expires after seven days', async () => {
  const email = freshEmail();
  const other = await foundOrganization(api, engine.table);
  await invite(api, founded.token, email, 'viewer');
  await invite(api, other.token, email, 'viewer');
  const [code = ''] = await codesOf(email);
  const guess = (given: string) => api.call('joinOrganization', { body: { email, code: given, password: PASSWORD } });
  const theirs = (await mailedCodes(api, engine.table, email, other.id))[0]?.code ?? '';
  const wrong = [1, 2, 3, 4, 5, 6, 7].map((offset) => wrongCode(code, offset)).filter((one) => one !== theirs);
  for (const one of wrong.slice(0, 5)) expect((await guess(one)).body.error.code).toBe('auth.code_invalid');
  for (const one of [code, theirs]) expect((await guess(one)).body.error.code).toBe('auth.code_exhausted');

  letTimePass(api, 1);
  await invite(api, founded.token, email, 'viewer');
  const fresh = (await codesOf(email)).at(-1) ?? '';
  letTimePass(api, 7 * DAY + 1);
  expect((await guess(fresh)).body.error.code).toBe('auth.code_expired');
});

test('Eight guesses at once are counted one by one', async () => {
  const email = freshEmail();
  await invite(api, founded.token, email, 'viewer');
  const [code = ''] = await codesOf(email);
  const guesses = Array.from({ length: 8 }, (_, index) => wrongCode(code, index + 1));
  const replies = await Promise.all(
    guesses.map((guess) => api.call('joinOrganization', { body: { email, code: guess, password: PASSWORD } })),
  );
  const codes = replies.map(({ body }) => body.error.code).sort();
  expect(codes).toEqual([
    ...Array.from({ length: 3 }, () => 'auth.code_exhausted'),
    ...Array.from({ length: 5 }, () => 'auth.code_invalid'),
  ]);
});

test('A withdrawn invitation accepts no code', async () => {
  const email = freshEmail();
  const { id } = (await invite(api, founded.token, email, 'admin')).body;
  const [code = ''] = await codesOf(email);
  expect((await remove(founded.token, id)).status).toBe(204);
  expect(await membersSeenBy(founded.token)).toHaveLength(1);
  const reply = await api.call('joinOrganization', { body: { email, code, password: PASSWORD } });
  expect(reply.body.error.code).toBe('auth.code_invalid');
  expect((await remove(founded.token, id)).status).toBe(404);
});

test('An address that is not invited gets the error of a wrong code', async () => {
  const body = { email: freshEmail(), code: '123456', password: PASSWORD };
  expect((await api.call('joinOrganization', { body })).body.error.code).toBe('auth.code_invalid');
});

test('Of ten people who are invited at once, all are members, and no two have the same time', async () => {
  const emails = Array.from({ length: 10 }, freshEmail);
  const invited = await Promise.all(emails.map((email) => invite(api, founded.token, email, 'viewer')));
  expect(invited.map(({ status }) => status)).toEqual(emails.map(() => 201));
  const seen: string[] = [];
  for (let before: string | undefined; ; ) {
    const query = { limit: '3', ...(before !== undefined && { before }) };
    const { members } = (await api.call('listMembers', { key: founded.token, query })).body;
    if (members.length === 0) break;
    seen.push(...members.map(({ email }) => email));
    before = members.at(-1)?.created_at;
  }
  expect([...seen].sort()).toEqual([...emails, founded.email].sort());
});

test('An organization has at most a hundred members, with those who are invited', async () => {
  api.limits = { ...api.limits, signupStartsPerHour: 1000 };
  const emails = Array.from({ length: 99 }, freshEmail);
  for (const email of emails) expect((await invite(api, founded.token, email, 'viewer')).status).toBe(201);
  expect((await invite(api, founded.token, freshEmail(), 'viewer')).body.error.code).toBe('member.limit_reached');
  expect((await invite(api, founded.token, emails[0] ?? '', 'admin')).status).toBe(200);
});

test('Invitations have an hourly limit for each organization, which is lower without a verified owner', async () => {
  api.limits = { ...api.limits, signupStartsPerHour: 4, signupResendsPerHour: 2 };
  const unverified = await api.organization();
  const statuses = async (key: string) => {
    const found: number[] = [];
    for (let count = 0; count < 5; count++) found.push((await invite(api, key, freshEmail(), 'viewer')).status);
    return found;
  };
  expect(await statuses(founded.token)).toEqual([201, 201, 201, 201, 429]);
  expect(await statuses(unverified.key)).toEqual([201, 201, 429, 429, 429]);
  letTimePass(api, HOUR);
  expect((await invite(api, unverified.key, freshEmail(), 'viewer')).status).toBe(201);
});
