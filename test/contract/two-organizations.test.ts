import { beforeAll, expect, test } from 'vitest';
import { roleOf } from '#shared/contract/role-of.ts';
import { type CheckedApi, withoutRequestId } from '#testing/checked-api.ts';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { PASSWORD } from './support/account-examples.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES } from './support/example-requests.ts';
import { type Fixture, makeFixture, missingId } from './support/fixture.ts';
import { GUARDED, OURS, PATH_IDS } from './support/operations.ts';
import { makeResources, type Resources, requestAbout } from './support/resources.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/**
 * One person who is the owner of an organization and a viewer of another one. Each of the two tokens acts for its
 * organization alone, with the role there.
 *
 * See: docs/contract/members.md.
 */
const service = useServiceInProcess();
let ours: Fixture;
let theirs: Fixture;
let owned: Resources;
let visited: Resources;
/** The tokens of the person, by what the person is there. */
let asOwner: CheckedApi;
let asViewer: CheckedApi;
let unchanged: string[];

/** The operations that a person may call with an id in the path. */
const OF_PEOPLE = PATH_IDS.filter(({ name }) => GUARDED.includes(name) && routeOf(name).auth !== 'agent');

/** The lists and settings of an organization. */
const LISTS = OURS.filter((name) => {
  const { method, path, auth } = routeOf(name);
  return method === 'GET' && !path.includes('{') && auth !== 'agent' && auth !== 'none';
});

beforeAll(async () => {
  [ours, theirs] = [await makeFixture(service), await makeFixture(service)];
  const email = `${freshName('ada')}@example.com`;
  await ours.organization.api.ok('claim', { body: { email, password: PASSWORD } });
  await ours.organization.api.ok('claim', {
    body: { email, code: await service.mailedCode(email, ours.organization.id) },
  });
  await theirs.organization.api.ok('createMember', { body: { email, role: 'viewer' } });
  const code = await service.mailedCode(email, theirs.organization.id);
  await service.anonymous.ok('joinOrganization', { body: { email, code } });
  [asOwner, asViewer] = [await loggedIn(email, ours), await loggedIn(email, theirs)];
  [owned, visited] = [await makeResources(ours), await makeResources(theirs)];
  unchanged = await service.storedRows();
});

async function loggedIn(email: string, { organization }: Fixture): Promise<CheckedApi> {
  const body = { email, password: PASSWORD, organization_slug: organization.slug };
  return service.anonymous.as((await service.anonymous.ok('login', { body })).token);
}

/** A request about resources of one organization, but for one id. */
function requestNaming(resources: Resources, name: OperationName, param: string, id: string): Request {
  const request = requestAbout(resources, name);
  return { ...request, params: { ...request.params, [param]: id } };
}

test.each(OF_PEOPLE)(
  '$name: a person finds no $param of one organization with the token for the other',
  async ({ name, param, kind }) => {
    const [own, foreign, missing] = [owned.get(kind) ?? '', visited.get(kind) ?? '', missingId(kind)];
    const absent = await asOwner.refused(name, 'resource.not_found', requestNaming(owned, name, param, missing));
    if (EXAMPLES[name].public !== true) {
      const refused = await asOwner.refused(name, 'resource.not_found', requestNaming(owned, name, param, foreign));
      expect(withoutRequestId(refused)).toBe(withoutRequestId(absent));
    }
    // The rights of the owner end at the organization: elsewhere the same person may only read.
    const mayRead = roleOf(routeOf(name)) === 'viewer';
    if (mayRead && EXAMPLES[name].public === true) return;
    const code = mayRead ? 'resource.not_found' : 'auth.forbidden';
    await asViewer.refused(name, code, requestNaming(visited, name, param, own));
    if (!mayRead) await asViewer.refused(name, code, requestNaming(visited, name, param, foreign));
  },
);

test('Requests with ids of the other organization change nothing in either', async () => {
  expect(await service.storedRows()).toEqual(unchanged);
});

test.each(LISTS)('%s shows a person nothing of the other organization', async (name) => {
  const requestTo = async (fixture: Fixture) => ({ query: (await EXAMPLES[name].request(fixture)).query });
  const [here, there] = [await requestTo(ours), await requestTo(theirs)];
  const shownHere = (await asOwner.call(name, here)).text;
  for (const id of [...visited.values(), theirs.organization.id]) expect(shownHere).not.toContain(id);
  const shownThere = (await asViewer.call(name, there)).text;
  for (const id of [...owned.values(), ours.organization.id]) expect(shownThere).not.toContain(id);
  if (here.query?.identity_id === undefined) return;
  await asOwner.ok(name, here);
  await asViewer.refused(name, 'resource.not_found', here);
});

test('Each token says its organization and the role there', async () => {
  expect(await asOwner.ok('getMe')).toMatchObject({ org_id: ours.organization.id, role: 'owner' });
  expect(await asViewer.ok('getMe')).toMatchObject({ org_id: theirs.organization.id, role: 'viewer' });
  expect(OF_PEOPLE.length).toBeGreaterThan(50);
  expect(LISTS.length).toBeGreaterThan(20);
});
