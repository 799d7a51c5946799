import { beforeAll, describe, expect, it } from 'vitest';
import { freshName, makeAgent } from '../support/fixture.ts';
import { routeOf } from '../support/operations.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { makeWorld, snapshotOf, type World } from './fixture.ts';

const IDEMPOTENT = OPERATION_NAMES.filter((name) => routeOf(name).idempotent);
const OTHERS = OPERATION_NAMES.filter((name) => !routeOf(name).idempotent);
const WITH_BODY = IDEMPOTENT.filter((name) => EXAMPLES[name].other !== undefined);

/** The same JSON value in other bytes: members reversed, white space between them. */
function rewritten(body: Record<string, unknown>): string {
  return `\n${JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, '\t')} `;
}

describe('an idempotency key', () => {
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
  });

  it('is taken by every operation that writes, but for those of a protocol whose messages have ids of their own', () => {
    for (const name of OPERATION_NAMES) {
      const { idempotent, method, protocol } = routeOf(name);
      expect(idempotent, name).toBe(method !== 'GET' && protocol === undefined);
    }
  });

  describe.each(IDEMPOTENT)('on %s', (name) => {
    it('replays status and body, once-only secrets included, and the effect is there once', async () => {
      const request = await EXAMPLES[name].request(world);
      const { api } = world.organization;
      const idempotencyKey = `${freshName('key')} ~!"#`;
      const first = await api.call(name, { ...request, idempotencyKey });
      expect(first.error).toBeUndefined();
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      const after = await snapshotOf(world.organization);

      for (let again = 0; again < 2; again++) {
        const replay = await api.call(name, { ...request, idempotencyKey });
        expect(replay.headers.get('idempotency-replayed')).toBe('true');
        expect([replay.status, replay.text]).toEqual([first.status, first.text]);
        expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      }
      expect(await snapshotOf(world.organization)).toEqual(after);
    });

    it('belongs to who sent it and to the path it was sent to', async () => {
      const idempotencyKey = freshName('key');
      const [one, two] = [await EXAMPLES[name].request(world), await EXAMPLES[name].request(world)];
      await world.organization.api.ok(name, { ...one, idempotencyKey });
      const samePath = JSON.stringify(one.params) === JSON.stringify(two.params);
      if (routeOf(name).auth === 'agent') {
        // Another agent may not do that to this task; what counts is that nothing was replayed to it.
        const { api } = await makeAgent(world.organization);
        const { key: _, ...request } = two;
        const other = await api.call(name, { ...request, idempotencyKey });
        expect(other.headers.get('idempotency-replayed')).toBeNull();
        expect(other.error?.code).not.toBe('idempotency.conflict');
        return;
      }
      const { key } = await world.organization.api.ok('createApiKey', { body: { name: 'another org key' } });
      const other = await world.organization.api.as(key).call(name, { ...two, idempotencyKey });
      if (routeOf(name).auth === 'none') {
        // Without an actor the scope is the address, and the bodies differ.
        expect(other.error?.code).toBe('idempotency.conflict');
        return;
      }
      expect(other.error).toBeUndefined();
      expect(other.headers.get('idempotency-replayed')).toBeNull();
      if (!samePath) {
        const three = await EXAMPLES[name].request(world);
        const elsewhere = await world.organization.api.call(name, { ...three, idempotencyKey });
        expect(elsewhere.headers.get('idempotency-replayed')).toBeNull();
        expect(elsewhere.error).toBeUndefined();
      }
    });
  });

  describe.each(WITH_BODY)('on %s', (name) => {
    it('with another body is a conflict, and nothing happens', async () => {
      const request = await EXAMPLES[name].request(world);
      const { api } = world.organization;
      const idempotencyKey = freshName('key');
      await api.ok(name, { ...request, idempotencyKey });
      const after = await snapshotOf(world.organization);
      await api.refused(name, 'idempotency.conflict', { ...request, body: EXAMPLES[name].other, idempotencyKey });
      expect(await snapshotOf(world.organization)).toEqual(after);
      const replay = await api.call(name, { ...request, idempotencyKey });
      expect(replay.headers.get('idempotency-replayed')).toBe('true');
    });

    it('knows the same JSON value in other bytes', async () => {
      const request = await EXAMPLES[name].request(world);
      const { api } = world.organization;
      const idempotencyKey = freshName('key');
      const first = await api.call(name, { ...request, idempotencyKey });
      const replay = await api.call(name, { ...request, body: rewritten(request.body ?? {}), idempotencyKey });
      expect(replay.headers.get('idempotency-replayed')).toBe('true');
      expect(replay.text).toBe(first.text);
    });
  });

  it.each(OTHERS)('means nothing to %s, which reads or speaks a protocol of its own', async (name) => {
    const call = { ...(await EXAMPLES[name].request(world)), idempotencyKey: 'read' };
    for (let again = 0; again < 2; again++) {
      const reply = await world.organization.api.call(name, call);
      expect(reply.headers.get('idempotency-replayed')).toBeNull();
    }
  });

  it('of a refused request is free for the right one', async () => {
    const { api } = world.organization;
    const idempotencyKey = freshName('key');
    const nobody = `agt_${'0'.repeat(26)}`;
    await api.refused('createApiKey', 'resource.not_found', {
      body: { name: 'x', identity_id: nobody },
      idempotencyKey,
    });
    await api.ok('createApiKey', { body: { name: 'x' }, idempotencyKey });
  });

  it('of a taken name is free for another name', async () => {
    const { api } = world.organization;
    const idempotencyKey = freshName('key');
    await api.refused('createIdentity', 'identity.handle_taken', {
      body: { handle: world.agent.handle },
      idempotencyKey,
    });
    await api.ok('createIdentity', { body: { handle: freshName('agent') }, idempotencyKey });
  });
});
