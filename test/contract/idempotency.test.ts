import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckedReply } from '#testing/checked-api.ts';
import { freshName, makeAgent } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture, snapshotOf } from './fixture.ts';
import { firstOfGroups } from './refusals.ts';

const IDEMPOTENT = OPERATION_NAMES.filter((name) => routeOf(name).idempotent);
const OTHERS = OPERATION_NAMES.filter((name) => !routeOf(name).idempotent);

/** The scope of a key follows from the sender alone, so each kind of sender is tried, and each group. */
const ONE_OF_EACH_SENDER = IDEMPOTENT.filter(
  (name, index) =>
    !firstOfGroups(IDEMPOTENT).has(name) &&
    IDEMPOTENT.findIndex((one) => routeOf(one).auth === routeOf(name).auth) === index,
);

/**
 * A snapshot shows the first page of each list, so it is taken before as many resources have been created as a page
 * holds; and it takes twenty requests, so it is not taken for each operation.
 */
const GROUP = 10;
const GROUPS = Array.from({ length: Math.ceil(IDEMPOTENT.length / GROUP) }, (_, index) =>
  IDEMPOTENT.slice(index * GROUP, (index + 1) * GROUP),
);

/** The first request of an operation with its idempotency key. */
interface First {
  readonly request: Request;
  readonly idempotencyKey: string;
  readonly reply: CheckedReply<OperationName>;
}

/** The same JSON value in other bytes: members in reverse order, white space between them. */
function rewritten(body: Record<string, unknown>): string {
  return `\n${JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, '\t')} `;
}

describe('an idempotency key', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await makeFixture();
  });

  test('Every operation that writes accepts an idempotency key, except those of a protocol with message ids', () => {
    for (const name of OPERATION_NAMES) {
      const { idempotent, method, protocol } = routeOf(name);
      expect(idempotent, name).toBe(method !== 'GET' && protocol === undefined);
    }
  });

  describe.each(GROUPS)('on %s and the operations after it', (...group) => {
    const first = new Map<OperationName, First>();
    let after: Awaited<ReturnType<typeof snapshotOf>>;

    beforeAll(async () => {
      for (const name of group) {
        const request = await EXAMPLES[name].request(fixture);
        const idempotencyKey = `${freshName('key')} ~!"#`;
        const reply = await fixture.organization.api.call(name, { ...request, idempotencyKey });
        first.set(name, { request, idempotencyKey, reply });
      }
      after = await snapshotOf(fixture.organization);
    });

    const firstOf = (name: OperationName): First => {
      const made = first.get(name);
      if (made === undefined) throw new Error(`no first request of ${name}`);
      return made;
    };

    describe.each(group)('%s', (name) => {
      const { other } = EXAMPLES[name];

      test('A repeated request gets the same status and body, secrets that are shown once included', async () => {
        const { request, idempotencyKey, reply } = firstOf(name);
        expect(reply.error).toBeUndefined();
        expect(reply.headers.get('idempotency-replayed')).toBeNull();
        const replay = await fixture.organization.api.call(name, { ...request, idempotencyKey });
        expect(replay.headers.get('idempotency-replayed')).toBe('true');
        expect([replay.status, replay.text]).toEqual([reply.status, reply.text]);
        expect(replay.headers.get('x-request-id')).not.toBe(reply.headers.get('x-request-id'));
      });

      if (other !== undefined) {
        test('The same key with another body is a conflict, after which the first body is still a repetition', async () => {
          const { request, idempotencyKey } = firstOf(name);
          const { api } = fixture.organization;
          await api.refused(name, 'idempotency.conflict', { ...request, body: other, idempotencyKey });
          const replay = await api.call(name, { ...request, idempotencyKey });
          expect(replay.headers.get('idempotency-replayed')).toBe('true');
        });

        test('The same JSON value in other bytes counts as the same request', async () => {
          const { request, idempotencyKey, reply } = firstOf(name);
          const body = rewritten(request.body ?? {});
          const replay = await fixture.organization.api.call(name, { ...request, body, idempotencyKey });
          expect(replay.headers.get('idempotency-replayed')).toBe('true');
          expect(replay.text).toBe(reply.text);
        });
      }
    });

    test('Only the first requests take effect: repetitions and conflicts write nothing', async () => {
      expect(await snapshotOf(fixture.organization)).toEqual(after);
    });
  });

  describe.each([...firstOfGroups(IDEMPOTENT), ...ONE_OF_EACH_SENDER])('on %s', (name) => {
    test('An idempotency key is scoped to its sender and to its path', async () => {
      const scoped = freshName('key');
      const [one, two] = [await EXAMPLES[name].request(fixture), await EXAMPLES[name].request(fixture)];
      await fixture.organization.api.ok(name, { ...one, idempotencyKey: scoped });
      const samePath = JSON.stringify(one.params) === JSON.stringify(two.params);
      if (routeOf(name).auth === 'agent') {
        // The other agent may not do this to the task. The point is that it gets no replay.
        const { api } = await makeAgent(fixture.organization);
        const { key: _, ...fields } = two;
        const other = await api.call(name, { ...fields, idempotencyKey: scoped });
        expect(other.headers.get('idempotency-replayed')).toBeNull();
        expect(other.error?.code).not.toBe('idempotency.conflict');
        return;
      }
      const { key } = await fixture.organization.api.ok('createApiKey', { body: { name: 'another org key' } });
      const other = await fixture.organization.api.as(key).call(name, { ...two, idempotencyKey: scoped });
      if (routeOf(name).auth === 'none') {
        // Without an actor the scope is the IP address, and the bodies differ.
        expect(other.error?.code).toBe('idempotency.conflict');
        return;
      }
      expect(other.error).toBeUndefined();
      expect(other.headers.get('idempotency-replayed')).toBeNull();
      if (!samePath) {
        const three = await EXAMPLES[name].request(fixture);
        const elsewhere = await fixture.organization.api.call(name, { ...three, idempotencyKey: scoped });
        expect(elsewhere.headers.get('idempotency-replayed')).toBeNull();
        expect(elsewhere.error).toBeUndefined();
      }
    });
  });

  test.each([...firstOfGroups(OTHERS)])(
    '%s ignores an idempotency key, because it only reads or uses a protocol with message ids',
    async (name) => {
      const call = { ...(await EXAMPLES[name].request(fixture)), idempotencyKey: 'read' };
      for (let again = 0; again < 2; again++) {
        const reply = await fixture.organization.api.call(name, call);
        expect(reply.headers.get('idempotency-replayed')).toBeNull();
      }
    },
  );

  test('The idempotency key of a rejected request can be used for the corrected one', async () => {
    const { api } = fixture.organization;
    const idempotencyKey = freshName('key');
    const missing = `agt_${'0'.repeat(26)}`;
    await api.refused('createApiKey', 'resource.not_found', {
      body: { name: 'x', identity_id: missing },
      idempotencyKey,
    });
    await api.ok('createApiKey', { body: { name: 'x' }, idempotencyKey });
  });

  test('An idempotency key that met a name in use can be used again with another name', async () => {
    const { api } = fixture.organization;
    const idempotencyKey = freshName('key');
    await api.refused('createIdentity', 'identity.handle_taken', {
      body: { handle: fixture.agent.handle },
      idempotencyKey,
    });
    await api.ok('createIdentity', { body: { handle: freshName('agent') }, idempotencyKey });
  });
});
