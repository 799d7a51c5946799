import { beforeAll, describe, expect, test } from 'vitest';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { withoutRequestId } from '#testing/checked-api.ts';
import { type Agent, makeAgent } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture, snapshotOf } from './fixture.ts';
import { exampleRequests } from './prepared.ts';

const GUARDED = OPERATION_NAMES.filter((name) => routeOf(name).auth !== 'none');
const AGENT_ONLY = OPERATION_NAMES.filter((name) => routeOf(name).auth === 'agent');
/** Operations that reject agent keys. The endpoint of an example belongs to the organization, not to the agent. */
const NOT_FOR_AGENTS = GUARDED.filter((name) => routeOf(name).auth === 'org' || EXAMPLES[name].kinds?.id === 'webhook');
/** Operations on a resource that belongs to one identity. */
const OWN = new Set(
  GUARDED.filter((name) => routeOf(name).resources?.some(({ named, foreign }) => named === 'id' && foreign === 403)),
);
const OPEN = OPERATION_NAMES.filter((name) => routeOf(name).auth === 'none');

/** A request that would be rejected for its content too, if its sender were authenticated. */
const NONSENSE = { rawQuery: 'surprise=1', body: '{' };

/** Authentication precedes routing, so one operation of each group is tried with every kind of unusable credential. */
const ONE_OF_EACH_GROUP = new Set(
  GUARDED.filter((name, index) => GUARDED.findIndex((one) => routeOf(one).group === routeOf(name).group) === index),
);

describe('authentication', () => {
  let fixture: Fixture;
  let requests: Map<OperationName, Request>;
  let unchanged: Awaited<ReturnType<typeof snapshotOf>>;
  let suspended: Agent;
  /** Another agent of the same organization. */
  let peer: Agent;
  let revoked: string;
  let revokedAgent: string;

  beforeAll(async () => {
    fixture = await makeFixture();
    const { api } = fixture.organization;
    const key = await api.ok('createApiKey', { body: { name: 'revoked' } });
    await api.ok('revokeApiKey', { params: { id: key.id } });
    revoked = key.key;
    const agentKey = await api.ok('createApiKey', { body: { name: 'revoked', identity_id: fixture.agent.id } });
    await api.ok('revokeApiKey', { params: { id: agentKey.id } });
    revokedAgent = agentKey.key;
    suspended = await makeAgent(fixture.organization);
    peer = await makeAgent(fixture.organization);
    await api.ok('suspendIdentity', { params: { id: suspended.id } });
    requests = await exampleRequests(GUARDED, fixture);
    unchanged = await snapshotOf(fixture.organization);
  });

  /** Headers without a usable credential. */
  function unusableHeaders(): Record<string, Record<string, string>> {
    const { key } = fixture.organization;
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    return {
      'no key': {},
      'an empty key': { authorization: 'Bearer ' },
      'another scheme': { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      'a key without its scheme': { authorization: key },
      'a malformed key': bearer('nonsense'),
      'a wrong checksum': bearer(key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')),
      'a truncated key': bearer(key.slice(0, -1)),
      'the other kind’s prefix': bearer(key.replace('aid_org_', 'aid_agt_')),
      'a key that was never issued': bearer(generateApiKey('org')),
      'an agent key that was never issued': bearer(generateApiKey('agt')),
      'a revoked key': bearer(revoked),
      'a revoked agent key': bearer(revokedAgent),
    };
  }

  /** test/data/bad-input.test.ts tries every operation through the pipeline. */
  test.each([...ONE_OF_EACH_GROUP])(
    '%s gives every request without a usable key the same 401 byte for byte',
    async (name) => {
      const request = requests.get(name) ?? {};
      const bodies = new Set<string>();
      const refusals = Object.values(unusableHeaders()).map(async (headers) => {
        const call = { ...request, key: null, headers };
        const reply = await fixture.organization.api.refused(name, 'auth.unauthorized', call);
        bodies.add(withoutRequestId(reply));
        expect(reply.headers.get('ratelimit-limit')).toBeNull();
      });
      await Promise.all(refusals);
      expect(bodies.size).toBe(1);
    },
  );

  test.each(NOT_FOR_AGENTS)('%s rejects an agent key, as its route declares', async (name) => {
    const { key: _, agentKey = fixture.agent.key, ...request } = requests.get(name) ?? {};
    await fixture.agent.api.as(agentKey).refused(name, 'auth.forbidden', request);
  });

  test.each(AGENT_ONLY)('%s rejects an org key, because only the agent itself may act', async (name) => {
    const { key: _, agentKey: __, ...request } = requests.get(name) ?? {};
    await fixture.organization.api.refused(name, 'auth.forbidden', request);
  });

  test('Requests without a usable key, or with a key that the route rejects, write nothing', async () => {
    expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
  });

  describe.each(GUARDED)('%s', (name) => {
    const route = routeOf(name);

    test('A request without a usable key gets 401 even when its content is invalid too', async () => {
      const { params } = requests.get(name) ?? {};
      const sent = { params, rawQuery: NONSENSE.rawQuery, ...(route.method === 'GET' ? {} : { body: NONSENSE.body }) };
      await fixture.organization.api.refused(name, 'auth.unauthorized', { ...sent, key: null });
      if (NOT_FOR_AGENTS.includes(name)) await fixture.agent.api.refused(name, 'auth.forbidden', sent);
      else if (route.protocol === undefined) await fixture.agent.api.refused(name, 'validation.failed', sent);
      if (!OWN.has(name)) return;
      // Some examples use another organization, which has other agents.
      const others = EXAMPLES[name].kinds?.id === 'agent' ? { ...params, id: fixture.agent.id } : params;
      await peer.api.refused(name, 'auth.forbidden', { ...sent, params: others });
    });

    test('The key of a suspended agent is accepted or rejected as the route declares', async () => {
      const { key: _, ...request } = await EXAMPLES[name].request(fixture);
      if (route.allowSuspended) await suspended.api.ok(name, request);
      else await suspended.api.refused(name, 'identity.suspended', request);
    });
  });

  test.each(GUARDED.filter((name) => !NOT_FOR_AGENTS.includes(name)))('%s accepts an agent key', async (name) => {
    const { key: _, agentKey = fixture.agent.key, ...request } = await EXAMPLES[name].request(fixture);
    const reply = await fixture.agent.api.as(agentKey).call(name, request);
    expect(reply.error).toBeUndefined();
  });

  test.each(OPEN)('%s needs no authentication', async (name) => {
    const { 'no key': none, 'a revoked key': revokedKey } = unusableHeaders();
    for (const headers of [none, revokedKey]) {
      await fixture.organization.api.ok(name, { ...(await EXAMPLES[name].request(fixture)), key: null, headers });
    }
  });

  test('The authentication scheme is case-insensitive, as RFC 7235 requires', async () => {
    const headers = { authorization: `bearer ${fixture.organization.key}` };
    await fixture.organization.api.ok('getMe', { key: null, headers });
  });
});
