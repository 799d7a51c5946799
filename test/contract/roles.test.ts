import { beforeAll, expect, test } from 'vitest';
import { permissionMatrix } from '#shared/contract/permissions.ts';
import { roleOf } from '#shared/contract/role-of.ts';
import { includesRole, ROLES, type Role } from '#shared/domain/organization/role.ts';
import type { CheckedApi } from '#testing/checked-api.ts';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { describedRequest } from '../support/described-request.ts';
import { PASSWORD } from './support/account-examples.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { GUARDED } from './support/operations.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/** The column "Role" of the permission matrix: every operation, tried by a member with each role. */
const CELLS = GUARDED.flatMap((name) => ROLES.map((role) => ({ name, role })));

/** The operations with a role of their own. Reading is for viewers, and all else for admins. */
const OWN_ROLES: Partial<Record<OperationName, Role>> = {
  // What is the person's own.
  changePassword: 'viewer',
  logout: 'viewer',
  revokeSession: 'viewer',
  createTotp: 'viewer',
  verifyTotp: 'viewer',
  deleteTotp: 'viewer',
  // What approvers are for.
  approveAction: 'approver',
  denyAction: 'approver',
  // Ways to read: what is behind them decides for itself.
  callMcp: 'viewer',
  createStream: 'viewer',
  // What only an owner decides, and no key.
  setMemberSettings: 'owner',
};

const service = useServiceInProcess();
let fixture: Fixture;
let apis: ReadonlyMap<Role, CheckedApi>;
let unchanged: string[];

beforeAll(async () => {
  fixture = await makeFixture(service);
  const { organization } = fixture;
  const owner = `${freshName('ada')}@example.com`;
  await organization.api.ok('claim', { body: { email: owner, password: PASSWORD } });
  const code = await service.mailedCode(owner, organization.id);
  await organization.api.ok('claim', { body: { email: owner, code } });
  const made: [Role, CheckedApi][] = [['owner', await loggedIn(owner)]];
  for (const role of ROLES.filter((one) => one !== 'owner')) made.push([role, await member(role)]);
  apis = new Map(made);
  unchanged = await service.storedRows();
});

async function member(role: Role): Promise<CheckedApi> {
  const { organization } = fixture;
  const email = `${freshName(role)}@example.com`;
  await organization.api.ok('createMember', { body: { email, role } });
  const code = await service.mailedCode(email, organization.id);
  await service.anonymous.ok('joinOrganization', { body: { email, code, password: PASSWORD } });
  return loggedIn(email);
}

async function loggedIn(email: string): Promise<CheckedApi> {
  const { token } = await service.anonymous.ok('login', { body: { email, password: PASSWORD } });
  return service.anonymous.as(token);
}

function apiOf(role: Role): CheckedApi {
  const api = apis.get(role);
  if (api === undefined) throw new Error(`no member is ${role}`);
  return api;
}

test.each(CELLS)('$name: a member with the role $role may call it exactly if the matrix says so', async (cell) => {
  const { name, role } = cell;
  const route = routeOf(name);
  const request = describedRequest(name);
  // Wrong in its content too: who may call it gets 400, and who may not gets 403 before the content is read.
  const { params } = request;
  const wrong = { params, rawQuery: 'surprise=1', ...(route.method === 'GET' ? {} : { body: '{' }) };
  const api = apiOf(role);
  if (route.auth === 'agent' || !includesRole(role, roleOf(route))) {
    await api.refused(name, 'auth.forbidden', wrong);
  } else if (route.protocol === undefined) {
    await api.refused(name, 'validation.failed', wrong);
  } else {
    await api.ok(name, request);
  }
});

test('Requests of members that are refused change nothing', async () => {
  expect(await service.storedRows()).toEqual(unchanged);
});

test('Who reads is a viewer, and who changes anything an admin, apart from what is named here', () => {
  const exceptions = GUARDED.filter((name) => {
    const { method, role } = routeOf(name);
    return role !== undefined && role !== (method === 'GET' ? 'viewer' : 'admin');
  });
  expect(Object.fromEntries(exceptions.map((name) => [name, roleOf(routeOf(name))]))).toEqual(OWN_ROLES);
  expect(permissionMatrix()).toContain('| Role |');
});

test('What a member has made with a role is shown to those who may only read', async () => {
  const { id } = await apiOf('admin').ok('createIdentity', { body: { handle: freshName('agent') } });
  for (const role of ROLES) expect((await apiOf(role).ok('getIdentity', { params: { id } })).id).toBe(id);
  for (const role of ROLES) expect((await apiOf(role).ok('getMe')).role).toBe(role);
  expect((await fixture.organization.api.ok('getMe')).role).toBeUndefined();
});
