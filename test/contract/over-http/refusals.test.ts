import { beforeAll, expect, test } from 'vitest';
import { withoutRequestId } from '#testing/checked-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
import { describedRequest } from '../../support/described-request.ts';
import { rotation } from '../../support/rotation.ts';
import { EXAMPLES } from '../support/example-requests.ts';
import { expectRefusals } from '../support/expect-refusals.ts';
import { type Fixture, makeFixture, missingId, snapshotOf } from '../support/fixture.ts';
import { illFormedIds } from '../support/ill-formed-ids.ts';
import { firstOfGroups, GUARDED, OURS, PATH_IDS } from '../support/operations.ts';
import {
  PAGED,
  refusedBodies,
  refusedFields,
  refusedPages,
  refusedQueries,
  refusedSizes,
  WRITING,
} from '../support/refusals.ts';
import { serviceOverHttp } from '../support/tested-service.ts';
import { makeUnusableKeys, type UnusableKeys } from '../support/unusable-keys.ts';

/**
 * What bad-input.test.ts, authentication.test.ts and absence.test.ts try with every operation in process, with one
 * operation of each group, which have the gateway, the function and its settings in common.
 */
const READ_AND_WRITTEN = firstOfGroups(OURS);
const WRITTEN = firstOfGroups(WRITING);
const OF_EACH_KIND = sizeOf({ quick: 1, usual: Infinity });
const MEGABYTE = 1024 * 1024;

/** The largest bodies take long to send: at the quick size some groups get one of the smaller kind. */
const SMALLER = WRITTEN.filter((name) => routeOf(name).carriesMail !== true).slice(0, 4);
const SIZED = sizeOf({ quick: 0, usual: 1 }) === 0 ? SMALLER : WRITTEN;

let fixture: Fixture;
let unusable: UnusableKeys;
let unchanged: Awaited<ReturnType<typeof snapshotOf>>;

beforeAll(async () => {
  fixture = await makeFixture(serviceOverHttp());
  unusable = await makeUnusableKeys(fixture);
  unchanged = await snapshotOf(fixture.organization);
});

/** A request of a sender that may call the operation. */
const requestOf = (name: OperationName) => ({
  ...describedRequest(name),
  ...(routeOf(name).auth === 'agent' ? { key: fixture.agent.key } : {}),
});

test.each(READ_AND_WRITTEN)('%s rejects unknown, empty and repeated query parameters over HTTP', async (name) => {
  await expectRefusals(fixture.organization.api, name, refusedQueries(name, requestOf(name), OF_EACH_KIND));
});

test.each(firstOfGroups(PAGED))('%s rejects invalid page parameters over HTTP', async (name) => {
  await expectRefusals(fixture.organization.api, name, refusedPages(name, requestOf(name), OF_EACH_KIND));
});

test.each(WRITTEN)('%s rejects bodies and values that it does not accept over HTTP', async (name) => {
  const request = requestOf(name);
  const refusals = [...refusedBodies(name, request, OF_EACH_KIND), ...refusedFields(name, request, OF_EACH_KIND)];
  await expectRefusals(fixture.organization.api, name, refusals);
});

test.each(SIZED)('%s rejects bodies that are nested too deep or too large', async (name) => {
  await expectRefusals(fixture.organization.api, name, refusedSizes(name, requestOf(name)));
});

test('A body of 12 MB, which API Gateway itself rejects, gets the same error', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(12 * MEGABYTE) });
  await fixture.organization.api.refused('createApiKey', 'payload.too_large', { body });
});

test.each(firstOfGroups(GUARDED).map((name, index) => ({ name, index })))(
  '$name gives every request without a usable key the same 401 over HTTP',
  async ({ name, index }) => {
    const { anonymous } = fixture.service;
    const bodies = new Set<string>();
    for (const [kind, headers] of rotation(Object.entries(unusable), index, sizeOf({ quick: 3, usual: 12 }))) {
      const reply = await anonymous.refused(name, 'auth.unauthorized', { ...requestOf(name), key: null, headers });
      expect(reply.headers.get('ratelimit-limit'), kind).toBeNull();
      bodies.add(withoutRequestId(reply));
    }
    expect([...bodies]).toHaveLength(1);
  },
);

test.each(PATH_IDS.filter(({ name }) => firstOfGroups(PATH_IDS.map((place) => place.name)).includes(name)))(
  '$name returns the same 404 over HTTP for a $param that was never made and a malformed one',
  async ({ name, param, kind, index }) => {
    const { agent, messageId } = fixture;
    const key = await EXAMPLES[name].sender?.(fixture);
    const request = { ...requestOf(name), ...(key !== undefined && { key }) };
    const withId = (id: string) => ({ ...request, params: { id: agent.id, mid: messageId, [param]: id } });
    const { api } = fixture.organization;
    const missing = withoutRequestId(await api.refused(name, 'resource.not_found', withId(missingId(kind))));
    for (const id of illFormedIds(kind, missingId(kind), index, sizeOf({ quick: 3, usual: 10 }))) {
      expect(withoutRequestId(await api.refused(name, 'resource.not_found', withId(id))), id).toBe(missing);
    }
  },
);

test('Rejected requests write nothing, whatever the group', async () => {
  expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
});
