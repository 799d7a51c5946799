import { beforeAll, expect, test } from 'vitest';
import { ID_PREFIX, type IdKind } from '#shared/domain/ids/ids.ts';
import { type CheckedCall, withoutRequestId } from '#testing/checked-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES, OPERATION_NAMES } from './support/example-requests.ts';
import { type Fixture, makeFixture, missingId, snapshotOf } from './support/fixture.ts';
import { illFormedIds } from './support/ill-formed-ids.ts';
import { OURS, PATH_IDS } from './support/operations.ts';
import { makeResources, type Resources, requestAbout } from './support/resources.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/** How many malformed ids each place is tried with. Together they are tried with all. */
const ILL_FORMED = sizeOf({ quick: 1, usual: 3 });

const BODY_IDS = OPERATION_NAMES.flatMap((name) =>
  Object.entries(EXAMPLES[name].bodyIds ?? {}).map(([field, kind]) => ({ name, field, kind })),
).map((place, index) => ({ ...place, index }));

/** Ids of the first and of the last time that an id can have. Reads around them add to their times. */
const idsOfExtremes = (kind: IdKind) =>
  ['0'.repeat(26), `7${'Z'.repeat(25)}`].map((ulid) => `${ID_PREFIX[kind]}_${ulid}`);

const service = useServiceInProcess();
let fixture: Fixture;
let foreign: Fixture;
let ours: Resources;
let theirs: Resources;
/** The examples of the operations that name resources in their bodies. */
const requests = new Map<OperationName, { ours: Request; theirs: Request }>();
/** The keys of the senders of operations that no key of the fixture may call. */
const senders = new Map<OperationName, string>();
let unchanged: string[];

beforeAll(async () => {
  fixture = await makeFixture(service);
  foreign = await makeFixture(service);
  [ours, theirs] = [await makeResources(fixture), await makeResources(foreign)];
  for (const name of new Set(BODY_IDS.map((place) => place.name))) {
    const { request } = EXAMPLES[name];
    requests.set(name, { ours: await request(fixture), theirs: await request(foreign) });
  }
  for (const name of OPERATION_NAMES) {
    const key = await EXAMPLES[name].sender?.(fixture);
    if (key !== undefined) senders.set(name, key);
  }
  unchanged = await service.storedRows();
});

async function absent(name: OperationName, call: CheckedCall): Promise<string> {
  return withoutRequestId(await fixture.organization.api.refused(name, 'resource.not_found', call));
}

/** An example of a request of the agent or the organization of the fixture, which names its own resources. */
function requestOf(name: OperationName): Request {
  const { auth } = routeOf(name);
  const key = senders.get(name) ?? (auth === 'agent' ? fixture.agent.key : undefined);
  return requests.get(name)?.ours ?? { ...(key !== undefined && { key }), ...requestAbout(ours, name) };
}

test.each(PATH_IDS)(
  '$name returns the same 404 byte for byte for a $param of another organization, one that was never made and a malformed one',
  async ({ name, param, kind, index }) => {
    const request = requestOf(name);
    const withId = (id: string) => ({ ...request, params: { ...request.params, [param]: id } });
    const missing = await absent(name, withId(missingId(kind)));
    if (EXAMPLES[name].public !== true) expect(await absent(name, withId(theirs.get(kind) ?? ''))).toBe(missing);
    const illFormed = illFormedIds(kind, ours.get(kind) ?? '', index, ILL_FORMED);
    for (const id of [...idsOfExtremes(kind), ...illFormed]) {
      const text = await absent(name, withId(id));
      expect(text, id).toBe(missing);
      if (id.length > 3) expect(text).not.toContain(id);
    }
    // What is wrong with the content comes first.
    const { key, params } = withId(missingId(kind));
    await fixture.organization.api.refused(name, 'validation.failed', { key, params, rawQuery: 'surprise=1' });
  },
);

test.each(BODY_IDS)(
  '$name returns the same 404 byte for byte for a $field of another organization, one that was never made and a malformed one',
  async ({ name, field, kind, index }) => {
    const request = requestOf(name);
    const withId = (id: unknown) => ({ ...request, body: { ...request.body, [field]: id } });
    const missing = await absent(name, withId(missingId(kind)));
    expect(await absent(name, withId(requests.get(name)?.theirs.body?.[field]))).toBe(missing);
    for (const id of illFormedIds(kind, String(request.body?.[field]), index, ILL_FORMED))
      expect(await absent(name, withId(id)), id).toBe(missing);
  },
);

test('Requests with wrong ids write nothing in either organization', async () => {
  expect(await service.storedRows()).toEqual(unchanged);
});

test('No list shows another organization’s resources', async () => {
  const text = JSON.stringify(await snapshotOf(fixture.organization));
  const { agent, webhookId, eventId } = foreign;
  for (const id of [agent.keyId, webhookId, eventId, ...theirs.values()]) expect(text).not.toContain(id);
});

test('A filter that names another organization’s resources returns an empty list', async () => {
  const { api } = fixture.organization;
  for (const query of [{ webhook_id: foreign.webhookId }, { event_id: foreign.eventId }, { webhook_id: 'nonsense' }]) {
    expect(await api.ok('listDeliveries', { query })).toEqual({ deliveries: [] });
  }
  const wait = { type: 'mail.received', since: '2020-01-01T00:00:00Z', timeout_ms: 0, identity_id: foreign.agent.id };
  expect(await api.ok('waitForEvent', { query: wait })).toEqual({ event: null, timed_out: true });
});

test('The tests of this file cover every route with an id', () => {
  const covered = new Set(PATH_IDS.map(({ name }) => name));
  for (const name of OURS) expect(covered.has(name)).toBe(routeOf(name).path.includes('{'));
});
