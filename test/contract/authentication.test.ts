import { beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../shared/domain/api-key.ts';
import { withoutRequestId } from '../support/checked-api.ts';
import { routeOf } from '../support/operations.ts';
import { type Agent, makeAgent } from '../support/world.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { makeWorld, snapshotOf, type World } from './world.ts';

const GUARDED = OPERATION_NAMES.filter((name) => routeOf(name).auth !== 'none');
const OPEN = OPERATION_NAMES.filter((name) => routeOf(name).auth === 'none');

/** A request that would be refused for what it says as well, had its sender come so far. */
const NONSENSE = { rawQuery: 'surprise=1', body: '{' };

describe('authentication', () => {
  let world: World;
  let suspended: Agent;
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
    await api.ok('suspendIdentity', { params: { id: suspended.id } });
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

  describe.each(GUARDED)('%s', (name) => {
    const route = routeOf(name);

    it('answers 401, the same to the letter, to whoever has no usable key', async () => {
      const request = await EXAMPLES[name].request(world);
      const before = await snapshotOf(world.organization);
      const bodies = new Set<string>();
      for (const headers of Object.values(strangers())) {
        const reply = await world.organization.api.refused(name, 'auth.unauthorized', {
          ...request,
          key: null,
          headers,
        });
        bodies.add(withoutRequestId(reply));
        expect(reply.headers.get('ratelimit-limit')).toBeNull();
      }
      expect(bodies.size).toBe(1);
      expect(await snapshotOf(world.organization)).toEqual(before);
    });

    it('asks who somebody is before it looks at what they say', async () => {
      const { params } = await EXAMPLES[name].request(world);
      const sent = { params, rawQuery: NONSENSE.rawQuery, ...(route.method === 'GET' ? {} : { body: NONSENSE.body }) };
      await world.organization.api.refused(name, 'auth.unauthorized', { ...sent, key: null });
      if (route.auth === 'org') await world.agent.api.refused(name, 'auth.forbidden', sent);
      else await world.agent.api.refused(name, 'validation.failed', sent);
    });

    it('answers an agent key as its route says', async () => {
      const { key: _, ...request } = await EXAMPLES[name].request(world);
      const before = await snapshotOf(world.organization);
      const reply = await world.agent.api.call(name, request);
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
      if (route.evenSuspended) await suspended.api.ok(name, request);
      else await suspended.api.refused(name, 'identity.suspended', request);
    });
  });

  it.each(OPEN)('%s asks nobody who they are', async (name) => {
    for (const headers of Object.values(strangers())) {
      await world.organization.api.ok(name, { ...(await EXAMPLES[name].request(world)), key: null, headers });
    }
  });

  it('takes the scheme in any case, as RFC 7235 has it', async () => {
    const headers = { authorization: `bearer ${world.organization.key}` };
    await world.organization.api.ok('getMe', { key: null, headers });
  });
});
