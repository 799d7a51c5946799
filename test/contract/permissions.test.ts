import { beforeAll, expect, test } from 'vitest';
import { permissionMatrix } from '#shared/contract/permissions.ts';
import type { NamedResource } from '#shared/contract/route.ts';
import { withoutRequestId } from '#testing/checked-api.ts';
import { type Agent, makeAgent } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture, makeWebhook, missingId, snapshotOf } from './fixture.ts';

/**
 * The cells of the permission matrix that need a resource, each tried against the service. The kinds of keys are tried
 * in authentication.test.ts, and the ids of other organizations in absence.test.ts.
 */
const OURS = OPERATION_NAMES.filter((name) => routeOf(name).protocol === undefined);
const NAMED = OURS.flatMap((name) => (routeOf(name).resources ?? []).map((resource) => ({ name, ...resource })));
const ORG_ONLY = OURS.flatMap((name) => (routeOf(name).orgOnly ?? []).map((field) => ({ name, field })));

const ORG_ONLY_VALUES = new Map<string, unknown>([
  ['publicly_discoverable', false],
  ['filter_mode', 'blocklist'],
]);

let fixture: Fixture;
/** Another agent of the same organization. */
let peer: Agent;
/** The requests that the peer makes, in the order of `NAMED`, and what the organization shows before them. */
const requests: Request[] = [];
let unchanged: Awaited<ReturnType<typeof snapshotOf>>;

beforeAll(async () => {
  fixture = await makeFixture();
  peer = await makeAgent(fixture.organization);
  for (const { name, ...resource } of NAMED) requests.push(await requestFor(name, resource, fixture.agent.id));
  unchanged = await snapshotOf(fixture.organization);
});

/** The example of an operation, with this agent's resource in the one place. */
async function requestFor(name: OperationName, { load, named }: NamedResource, owner: string): Promise<Request> {
  const { key: _, ...example } = await EXAMPLES[name].request(fixture);
  const request = { ...example, body: example.body && { ...example.body } };
  if (load !== 'identity') delete request.body?.identity_id;
  if (load === 'webhook') return { ...request, params: { id: await makeWebhook(fixture.organization, owner) } };
  if (load !== 'identity') return request;
  if (named === 'id') return { ...request, params: { ...request.params, id: owner } };
  if (routeOf(name).method === 'GET') return { ...request, query: { ...request.query, [named]: owner } };
  return { ...request, body: { ...request.body, [named]: owner } };
}

test.each(NAMED.map((resource, index) => ({ ...resource, index })))(
  '$name: another agent gets $foreign for the $load that $named names',
  async ({ name, index, ...resource }) => {
    const { agentKey: _, ...request } = requests[index] ?? {};
    const code = resource.foreign === 403 ? 'auth.forbidden' : 'resource.not_found';
    const refusal = await peer.api.refused(name, code, request);

    const missing = missingId(resource.load === 'identity' ? 'agent' : 'event');
    if (resource.foreign === 403 || request.params?.[resource.named] === undefined) return;
    const params = { ...request.params, [resource.named]: missing };
    expect(withoutRequestId(await peer.api.refused(name, code, { ...request, params }))).toBe(
      withoutRequestId(refusal),
    );
  },
);

test('Requests of another agent change nothing', async () => {
  expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
});

test.each(NAMED.filter(({ load }) => load !== 'task'))(
  '$name: an agent may use its own $load',
  async ({ name, ...resource }) => {
    const { agentKey = fixture.agent.key, ...request } = await requestFor(name, resource, fixture.agent.id);
    // Some examples make an agent of their own, which they name.
    if (agentKey !== fixture.agent.key && resource.load === 'identity') {
      const example = await EXAMPLES[name].request(fixture);
      const { agentKey: own = '', key: _, ...rest } = example;
      return expect((await fixture.agent.api.as(own).call(name, rest)).error).toBeUndefined();
    }
    expect((await fixture.agent.api.as(agentKey).call(name, request)).error).toBeUndefined();
  },
);

test.each(ORG_ONLY)('$name: only an org key may set $field', async ({ name, field }) => {
  const { key: _, ...request } = await EXAMPLES[name].request(fixture);
  const body = { [field]: ORG_ONLY_VALUES.get(field) };
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
