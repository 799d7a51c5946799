import { beforeAll, expect, test } from 'vitest';
import { permissionMatrix } from '#shared/contract/permissions.ts';
import type { NamedResource, ResourceKind } from '#shared/contract/route.ts';
import type { IdKind } from '#shared/domain/ids/ids.ts';
import { withoutRequestId } from '#testing/checked-api.ts';
import { type Agent, makeAgent } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES } from './support/example-requests.ts';
import { type Fixture, makeFixture, makeWebhook, missingId } from './support/fixture.ts';
import { OURS } from './support/operations.ts';
import { makeResources, type Resources, requestAbout } from './support/resources.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/**
 * The cells of the permission matrix that need a resource, each tried against the service. authentication.test.ts tries
 * the kinds of keys, typescript-sdk.test.ts what agents may do with resources of their own, and absence.test.ts the ids
 * of other organizations.
 */
const NAMED = OURS.flatMap((name) => (routeOf(name).resources ?? []).map((resource) => ({ name, ...resource })));
const ORG_ONLY = OURS.flatMap((name) => (routeOf(name).orgOnly ?? []).map((field) => ({ name, field })));

/** A body with the field, and with what its operation requires. */
const ORG_ONLY_BODIES = new Map<string, object>([
  ['publicly_discoverable', { publicly_discoverable: false }],
  ['filter_mode', { filter_mode: 'blocklist' }],
  ['claims', { audience: 'sts.amazonaws.com', claims: { team: 'support' } }],
]);

const service = useServiceInProcess();
let fixture: Fixture;
/** Another agent of the same organization. */
let peer: Agent;
/** Resources of the agent of the fixture. */
let resources: Resources;
let unchanged: string[];

beforeAll(async () => {
  fixture = await makeFixture(service);
  peer = await makeAgent(fixture.organization);
  resources = new Map([
    ...(await makeResources(fixture)),
    ['webhook', await makeWebhook(fixture.organization, fixture.agent.id)],
  ]);
  unchanged = await rowsWithoutRedemptions();
});

/** An attempt to redeem the lease of another agent is recorded. */
async function rowsWithoutRedemptions(): Promise<string[]> {
  return (await service.storedRows()).filter((row) => !row.includes('"red_'));
}

const kindOf = (load: ResourceKind): IdKind => (load === 'identity' ? 'agent' : load);

/** A request of the form that the description shows, which names this id in the one place. */
function requestNaming(name: OperationName, { load, named }: NamedResource, id: string): Request {
  const { params, query, body } = requestAbout(resources, name);
  // An agent that the request does not name is the one that makes it.
  if (load !== 'identity') delete body?.identity_id;
  if (params !== undefined && named in params) return { params: { ...params, [named]: id }, body };
  if (routeOf(name).method === 'GET') return { params, query: { ...query, [named]: id } };
  return { params, body: { ...body, [named]: id } };
}

test.each(NAMED)(
  '$name: another agent gets $foreign for the $load that $named names',
  async ({ name, ...resource }) => {
    const kind = kindOf(resource.load);
    const request = requestNaming(name, resource, resources.get(kind) ?? '');
    if (resource.foreign === 403) {
      await peer.api.refused(name, 'auth.forbidden', request);
      // What belongs to the organization as a whole is like another agent's.
      if (resource.load === 'webhook')
        await peer.api.refused(name, 'auth.forbidden', requestNaming(name, resource, fixture.webhookId));
      // The owner of the resource is checked before what else is wrong.
      if (resource.named === 'id') {
        const content = { rawQuery: 'surprise=1', ...(routeOf(name).method === 'GET' ? {} : { body: '{' }) };
        await peer.api.refused(name, 'auth.forbidden', { params: request.params, ...content });
      }
      return;
    }
    const refusal = await peer.api.refused(name, 'resource.not_found', request);
    const missing = await peer.api.refused(name, 'resource.not_found', requestNaming(name, resource, missingId(kind)));
    expect(withoutRequestId(missing)).toBe(withoutRequestId(refusal));
  },
);

test('Requests of another agent change nothing', async () => {
  expect(await rowsWithoutRedemptions()).toEqual(unchanged);
});

test.each(ORG_ONLY)('$name: only an org key may set $field', async ({ name, field }) => {
  const { key: _, ...request } = await EXAMPLES[name].request(fixture);
  const body = ORG_ONLY_BODIES.get(field);
  expect(body).toHaveProperty(field);
  await fixture.agent.api.refused(name, 'auth.forbidden', { ...request, body });
  await fixture.organization.api.ok(name, { ...request, body });
});

test('An operation on the resources of agents declares them', () => {
  for (const name of OURS) {
    const { auth, resources } = routeOf(name);
    if (auth === 'resource-agent') expect(resources?.length, name).toBeGreaterThan(0);
  }
  expect(NAMED.length).toBeGreaterThan(30);
  expect(permissionMatrix()).toContain('`secret_id`: 404');
});
