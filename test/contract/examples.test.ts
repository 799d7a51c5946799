import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckedReply } from '#testing/checked-api.ts';
import { freshName, makeAgent } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES, OPERATION_NAMES } from './support/example-requests.ts';
import { expectDescribed } from './support/expect-described.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { firstOfGroups, OURS } from './support/operations.ts';
import { WRITING } from './support/refusals.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

const IDEMPOTENT = OPERATION_NAMES.filter((name) => routeOf(name).idempotent);
const OTHERS = OPERATION_NAMES.filter((name) => !routeOf(name).idempotent);

/** The scope of a key follows from the sender alone: each kind of sender is tried, and at the usual size each group. */
const ONE_OF_EACH_SENDER = IDEMPOTENT.filter(
  (name, index) => IDEMPOTENT.findIndex((one) => routeOf(one).auth === routeOf(name).auth) === index,
);
const SCOPED = [...new Set([...ONE_OF_EACH_SENDER, ...firstOfGroups(IDEMPOTENT)])].slice(
  0,
  sizeOf({ quick: ONE_OF_EACH_SENDER.length, usual: Infinity }),
);

/** Operations that end the credential of their caller: a repeated request is 401. */
const ENDS_ITS_KEY: readonly OperationName[] = ['logout'];

const REPEATABLE = IDEMPOTENT.filter((name) => !ENDS_ITS_KEY.includes(name));

/** The first request of an operation, and its idempotency key. */
interface First {
  readonly request: Request;
  readonly idempotencyKey: string;
  readonly reply: CheckedReply<OperationName>;
}

const service = useServiceInProcess();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(service);
});

const firsts = new Map<OperationName, Promise<First>>();

/** The first request of an operation, which is made once. */
function firstOf(name: OperationName): Promise<First> {
  const first = firsts.get(name) ?? makeFirst(name);
  firsts.set(name, first);
  return first;
}

async function makeFirst(name: OperationName): Promise<First> {
  const { api } = fixture.organization;
  const request = await EXAMPLES[name].request(fixture);
  const idempotencyKey = `${freshName('key')} ~!"#`;
  if (WRITING.includes(name)) {
    const { key, params } = request;
    const call = { key, params, body: { ...request.body, surprise: 1 }, idempotencyKey };
    await api.refused(name, 'validation.failed', call);
  }
  return { request, idempotencyKey, reply: await api.call(name, { ...request, idempotencyKey }) };
}

test.each(OPERATION_NAMES)(
  '%s succeeds, also under an idempotency key that a rejected request has used, and the description shows its request and reply',
  async (name) => {
    const { request, reply } = await firstOf(name);
    expect(reply.error).toBeUndefined();
    expect(reply.headers.get('idempotency-replayed')).toBeNull();
    expectDescribed(name, request, reply);
  },
);

test('Every operation that writes accepts an idempotency key, except those of a protocol with message ids', () => {
  expect(IDEMPOTENT).toEqual(OURS.filter((name) => routeOf(name).method !== 'GET'));
});

describe('requests that are repeated', () => {
  let afterFirsts: string[];

  beforeAll(async () => {
    // A request that fails is reported by its own test.
    for (const name of IDEMPOTENT) await firstOf(name).catch(() => {});
    afterFirsts = await service.storedRows();
  });

  test.each(REPEATABLE)(
    '%s gets the same status and body for the same JSON value under its key, secrets that are shown once included, and a conflict for another',
    async (name) => {
      const { request, idempotencyKey, reply } = await firstOf(name);
      const { api } = fixture.organization;
      const repeated = await api.call(name, { ...request, idempotencyKey });
      expect(repeated.headers.get('idempotency-replayed')).toBe('true');
      expect([repeated.status, repeated.text]).toEqual([reply.status, reply.text]);
      expect(repeated.headers.get('x-request-id')).not.toBe(reply.headers.get('x-request-id'));
      const { other } = EXAMPLES[name];
      if (other === undefined) return;
      await api.refused(name, 'idempotency.conflict', { ...request, body: other, idempotencyKey });
      const body = rewritten(request.body ?? {});
      const inOtherBytes = await api.call(name, { ...request, body, idempotencyKey });
      expect(inOtherBytes.headers.get('idempotency-replayed')).toBe('true');
      expect(inOtherBytes.text).toBe(reply.text);
    },
  );

  test.each(ENDS_ITS_KEY)('%s is 401 for a repeated request, because its session has ended', async (name) => {
    const { request, idempotencyKey } = await firstOf(name);
    await fixture.organization.api.refused(name, 'auth.unauthorized', { ...request, idempotencyKey });
  });

  test('Only the first requests take effect: repetitions and conflicts write nothing', async () => {
    expect(await service.storedRows()).toEqual(afterFirsts);
  });
});

/** The same JSON value in other bytes: members in reverse order, white space between them. */
function rewritten(body: Record<string, unknown>): string {
  return `\n${JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, '\t')} `;
}

test.each(firstOfGroups(OTHERS))(
  '%s ignores an idempotency key, because it only reads or uses a protocol with message ids',
  async (name) => {
    const { idempotencyKey } = await firstOf(name);
    const call = { ...(await EXAMPLES[name].request(fixture)), idempotencyKey };
    const reply = await fixture.organization.api.call(name, call);
    expect(reply.headers.get('idempotency-replayed')).toBeNull();
  },
);

test.each(SCOPED)('An idempotency key of %s is scoped to its sender and to its path', async (name) => {
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
