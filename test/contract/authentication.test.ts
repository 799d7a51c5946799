import { beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../shared/domain/api-key.ts';
import { withoutRequestId } from '../support/checked-api.ts';
import { type Agent, makeAgent } from '../support/fixture.ts';
import { type OperationName, routeOf } from '../support/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { makeWorld, snapshotOf, type World } from './fixture.ts';
import { exampleRequests } from './prepared.ts';

const GUARDED = OPERATION_NAMES.filter((name) => routeOf(name).auth !== 'none');
const AGENT_ONLY = OPERATION_NAMES.filter((name) => routeOf(name).auth === 'agent');
/** What the path names is somebody's own. */
const OWN = new Set(GUARDED.filter((name) => routeOf(name).auth === 'owner' && routeOf(name).path.includes('{id}')));
const OPEN = OPERATION_NAMES.filter((name) => routeOf(name).auth === 'none');

/** A request that would be refused for what it says as well, had its sender come so far. */
const NONSENSE = { rawQuery: 'surprise=1', body: '{' };

/** Who a caller is, is found out before any route: one operation of each group sees every way not to be anybody. */
const ONE_OF_EACH_GROUP = new Set(
  GUARDED.filter((name, index) => GUARDED.findIndex((one) => routeOf(one).group === routeOf(name).group) === index),
);

const EVERYWHERE: ReadonlySet<string> = new Set([
  'no key',
  'a key that was never given',
  'a revoked key',
  'a revoked agent key',
]);

describe('authentication', () => {
  let world: World;
  let requests: Map<OperationName, Request>;
  let unchanged: Awaited<ReturnType<typeof snapshotOf>>;
  let suspended: Agent;
  /** Another agent of the same organization. */
  let peer: Agent;
  let revoked: string;
  let revokedAgent: string;

  beforeAll(async () => {
    world = await makeWorld();
    const { api } = world.organization;
    const key = await api.ok('createApiKey', { body: { name: 'revoked' } });
    await api.ok('revokeApiKey', { params: { id: key.id } });
    revoked = key.key;
    const agentKey = await api.ok('createApiKey', { body: { name: 'revoked', identity_id: world.agent.id } });
    await api.ok('revokeApiKey', { params: { id: agentKey.id } });
    revokedAgent = agentKey.key;
    suspended = await makeAgent(world.organization);
    peer = await makeAgent(world.organization);
    await api.ok('suspendIdentity', { params: { id: suspended.id } });
    requests = await exampleRequests(GUARDED, world);
    unchanged = await snapshotOf(world.organization);
  });

  /** Headers that name nobody. */
  function strangers(): Record<string, Record<string, string>> {
    const { key } = world.organization;
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    return {
      'no key': {},
      'an empty key': { authorization: 'Bearer ' },
      'another scheme': { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      'a key without its scheme': { authorization: key },
      'no form of a key': bearer('nonsense'),
      'a wrong checksum': bearer(key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')),
      'a key cut short': bearer(key.slice(0, -1)),
      'the other kind’s prefix': bearer(key.replace('aid_org_', 'aid_agt_')),
      'a key that was never given': bearer(generateApiKey('org')),
      'an agent key that was never given': bearer(generateApiKey('agt')),
      'a revoked key': bearer(revoked),
      'a revoked agent key': bearer(revokedAgent),
    };
  }

  function strangersFor(name: OperationName): Record<string, string>[] {
    const all = Object.entries(strangers());
    return all.filter(([who]) => ONE_OF_EACH_GROUP.has(name) || EVERYWHERE.has(who)).map(([, headers]) => headers);
  }

  describe.each(GUARDED)('%s', (name) => {
    it('answers 401, the same to the letter, to whoever has no usable key', async () => {
      const request = requests.get(name) ?? {};
      const bodies = new Set<string>();
      const refusals = strangersFor(name).map(async (headers) => {
        const call = { ...request, key: null, headers };
        const reply = await world.organization.api.refused(name, 'auth.unauthorized', call);
        bodies.add(withoutRequestId(reply));
        expect(reply.headers.get('ratelimit-limit')).toBeNull();
      });
      await Promise.all(refusals);
      expect(bodies.size).toBe(1);
    });
  });

  it('writes nothing for whoever has no usable key', async () => {
    expect(await snapshotOf(world.organization)).toEqual(unchanged);
  });

  describe.each(GUARDED)('%s', (name) => {
    const route = routeOf(name);

    it('asks who somebody is before it looks at what they say', async () => {
      const { params } = requests.get(name) ?? {};
      const sent = { params, rawQuery: NONSENSE.rawQuery, ...(route.method === 'GET' ? {} : { body: NONSENSE.body }) };
      await world.organization.api.refused(name, 'auth.unauthorized', { ...sent, key: null });
      // The example's endpoint is the organization's, not the agent's.
      const isForbidden = route.auth === 'org' || EXAMPLES[name].kinds?.id === 'webhook';
      if (isForbidden) await world.agent.api.refused(name, 'auth.forbidden', sent);
      else if (route.protocol === undefined) await world.agent.api.refused(name, 'validation.failed', sent);
      if (!OWN.has(name)) return;
      // Some examples have an organization of their own, whose agents nobody here knows.
      const others = EXAMPLES[name].kinds?.id === 'agent' ? { ...params, id: world.agent.id } : params;
      await peer.api.refused(name, 'auth.forbidden', { ...sent, params: others });
    });

    it('answers an agent key as its route says', async () => {
      const { key: _, agentKey = world.agent.key, ...request } = await EXAMPLES[name].request(world);
      const before = await snapshotOf(world.organization);
      const reply = await world.agent.api.as(agentKey).call(name, request);
      if (route.auth === 'org') {
        expect(reply.error?.code).toBe('auth.forbidden');
        expect(await snapshotOf(world.organization)).toEqual(before);
      } else if (EXAMPLES[name].kinds?.id === 'webhook') {
        // The example's endpoint is the organization's, not the agent's.
        expect(reply.error?.code).toBe('auth.forbidden');
        expect(await snapshotOf(world.organization)).toEqual(before);
      } else {
        expect(reply.error).toBeUndefined();
      }
    });

    it('answers a suspended agent’s key as its route says', async () => {
      const { key: _, ...request } = await EXAMPLES[name].request(world);
      if (route.allowSuspended) await suspended.api.ok(name, request);
      else await suspended.api.refused(name, 'identity.suspended', request);
    });
  });

  it.each(AGENT_ONLY)('%s refuses an org key: nobody acts in an agent’s name', async (name) => {
    const { key: _, ...request } = await EXAMPLES[name].request(world);
    const before = await snapshotOf(world.organization);
    await world.organization.api.refused(name, 'auth.forbidden', request);
    expect(await snapshotOf(world.organization)).toEqual(before);
  });

  it.each(OPEN)('%s asks nobody who they are', async (name) => {
    for (const headers of strangersFor(name)) {
      await world.organization.api.ok(name, { ...(await EXAMPLES[name].request(world)), key: null, headers });
    }
  });

  it('takes the scheme in any case, as RFC 7235 has it', async () => {
    const headers = { authorization: `bearer ${world.organization.key}` };
    await world.organization.api.ok('getMe', { key: null, headers });
  });
});
