import { beforeAll, expect, test } from 'vitest';
import { withoutRequestId } from '#testing/checked-api.ts';
import { type Agent, makeAgent } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
import { describedRequest } from '../support/described-request.ts';
import { rotation } from '../support/rotation.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES, OPERATION_NAMES } from './support/example-requests.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { GUARDED } from './support/operations.ts';
import { useServiceInProcess } from './support/service-in-process.ts';
import { makeUnusableKeys, type UnusableKeys } from './support/unusable-keys.ts';

const OPEN = OPERATION_NAMES.filter((name) => routeOf(name).auth === 'none');

/** How many kinds of unusable keys each operation is tried with. Together they are tried with all. */
const UNUSABLE_KEYS = sizeOf({ quick: 2, usual: 12 });

const service = useServiceInProcess();
let fixture: Fixture;
let unusable: UnusableKeys;
let suspended: Agent;
let unchanged: string[];

beforeAll(async () => {
  fixture = await makeFixture(service);
  unusable = await makeUnusableKeys(fixture);
  suspended = await makeAgent(fixture.organization);
  await fixture.organization.api.ok('suspendIdentity', { params: { id: suspended.id } });
  unchanged = await service.storedRows();
});

/** A request that would be rejected for its content too, if its sender were authenticated. */
function nonsense(name: OperationName, { params }: Request) {
  return { params, rawQuery: 'surprise=1', ...(routeOf(name).method === 'GET' ? {} : { body: '{' }) };
}

/** What every operation answers without a usable key. */
const unauthorized = new Set<string>();

test.each(GUARDED.map((name, index) => ({ name, index })))(
  '$name gives every request without a usable key the same 401, whatever else is wrong',
  async ({ name, index }) => {
    const request = describedRequest(name);
    const kinds = rotation(Object.entries(unusable), index, UNUSABLE_KEYS);
    const calls = [
      { headers: {}, ...nonsense(name, request) },
      ...kinds.flatMap(([, headers]) => [
        { headers, ...request },
        ...(UNUSABLE_KEYS > 2 ? [{ headers, ...nonsense(name, request) }] : []),
      ]),
    ];
    for (const call of calls) {
      const reply = await service.anonymous.refused(name, 'auth.unauthorized', call);
      expect(reply.headers.get('ratelimit-limit')).toBeNull();
      unauthorized.add(withoutRequestId(reply));
    }
    expect([...unauthorized]).toHaveLength(1);
  },
);

test.each(GUARDED)(
  '%s refuses keys of a kind that its route does not accept, before it reads the content',
  async (name) => {
    const request = describedRequest(name);
    const { auth, protocol, allowSuspended } = routeOf(name);
    const { organization, agent } = fixture;
    for (const call of [request, nonsense(name, request)]) {
      if (auth === 'org') await agent.api.refused(name, 'auth.forbidden', call);
      if (auth === 'agent') await organization.api.refused(name, 'auth.forbidden', call);
    }
    if (auth !== 'org' && protocol === undefined)
      await agent.api.refused(name, 'validation.failed', nonsense(name, request));
    if (allowSuspended) await suspended.api.ok(name, request);
    else await suspended.api.refused(name, 'identity.suspended', request);
  },
);

test('Requests without a usable key, or with a key that the route rejects, write nothing', async () => {
  expect(await service.storedRows()).toEqual(unchanged);
});

test.each(OPEN)('%s needs no authentication', async (name) => {
  for (const headers of [{}, unusable['a revoked key']]) {
    // The client of the organization signs what a provider account has to sign.
    const call = { ...(await EXAMPLES[name].request(fixture)), key: null, headers };
    await fixture.organization.api.ok(name, call);
  }
});

test('The authentication scheme is case-insensitive, as RFC 7235 requires', async () => {
  const headers = { authorization: `bearer ${fixture.organization.key}` };
  await service.anonymous.ok('getMe', { headers });
});
