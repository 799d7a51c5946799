import { beforeAll, describe, expect, test } from 'vitest';
import type { IdKind } from '#shared/domain/ids/ids.ts';
import { type CheckedCall, withoutRequestId } from '#testing/checked-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { rotation } from '../support/rotation.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture, missingId, snapshotOf } from './fixture.ts';
import { exampleRequests } from './prepared.ts';

/** Three of the ids that have the form of no kind, or of another kind: others at each index. */
function illFormed(kind: IdKind, right: string, index: number): string[] {
  const all = [
    missingId(kind === 'webhook' ? 'agent' : 'webhook'),
    missingId('organization'),
    right.toLowerCase(),
    right.slice(0, -1),
    right.slice(4),
    'nonsense',
    '%',
    `${right}/../${right}`,
    `é'; --`,
    'A'.repeat(3000),
  ];
  return rotation(all, index, 3);
}

/** Protocol operations report missing resources in their own format, which their own tests cover. */
const OURS = OPERATION_NAMES.filter((name) => routeOf(name).protocol === undefined);

const WITH_PATH_IDS = OURS.flatMap((name) =>
  Object.entries(EXAMPLES[name].kinds ?? {}).map(([param, kind]) => ({ name, param, kind })),
).map((place, index) => ({ ...place, index }));
const WITH_BODY_IDS = OPERATION_NAMES.flatMap((name) =>
  Object.entries(EXAMPLES[name].bodyIds ?? {}).map(([field, kind]) => ({ name, field, kind })),
).map((place, index) => ({ ...place, index }));

describe('missing and foreign resources', () => {
  let fixture: Fixture;
  let foreign: Fixture;
  let requests: Map<OperationName, Request>;
  let theirRequests: Map<OperationName, Request>;
  let unchanged: unknown;
  const everything = () => Promise.all([snapshotOf(fixture.organization), snapshotOf(foreign.organization)]);

  beforeAll(async () => {
    const names = [...WITH_PATH_IDS, ...WITH_BODY_IDS].map(({ name }) => name);
    [fixture, foreign] = await Promise.all([makeFixture(), makeFixture()]);
    [requests, theirRequests] = await Promise.all([exampleRequests(names, fixture), exampleRequests(names, foreign)]);
    unchanged = await everything();
  });

  async function absent(name: OperationName, call: CheckedCall): Promise<string> {
    const reply = await fixture.organization.api.refused(name, 'resource.not_found', call);
    return withoutRequestId(reply);
  }

  describe.each(WITH_PATH_IDS)('$name with a wrong $param', ({ name, param, kind, index }) => {
    test('Another organization’s id, an id that was never made and a malformed id return the same 404 byte for byte', async () => {
      const request = requests.get(name) ?? {};
      const theirs = theirRequests.get(name) ?? {};
      const withId = (id: string) => ({ ...request, params: { ...request.params, [param]: id } });

      const theirId = theirs.params?.[param] ?? '';
      const missing = await absent(name, withId(missingId(kind)));
      if (EXAMPLES[name].public !== true) expect(await absent(name, withId(theirId))).toBe(missing);
      for (const id of illFormed(kind, request.params?.[param] ?? '', index)) {
        const text = await absent(name, withId(id));
        expect(text).toBe(missing);
        if (id.length > 3) expect(text).not.toContain(id);
      }
    });

    test('A request with a wrong path id and an unknown query parameter returns 400, not 404', async () => {
      const request = requests.get(name) ?? {};
      const { key } = request;
      const params = { ...request.params, [param]: missingId(kind) };
      await fixture.organization.api.refused(name, 'validation.failed', { key, params, rawQuery: 'surprise=1' });
    });
  });

  describe.each(WITH_BODY_IDS)('$name with a wrong $field', ({ name, field, kind, index }) => {
    test('Another organization’s id in the body, an id that was never made and a malformed id return the same 404 byte for byte', async () => {
      const request = requests.get(name) ?? {};
      const theirs = theirRequests.get(name) ?? {};
      const withId = (id: unknown) => ({ ...request, body: { ...request.body, [field]: id } });

      const missing = await absent(name, withId(missingId(kind)));
      expect(await absent(name, withId(theirs.body?.[field]))).toBe(missing);
      for (const id of illFormed(kind, String(request.body?.[field]), index))
        expect(await absent(name, withId(id))).toBe(missing);
    });
  });

  test('Requests with wrong ids write nothing in either organization', async () => {
    expect(await everything()).toEqual(unchanged);
  });

  test('No list shows another organization’s resources', async () => {
    const text = JSON.stringify(await snapshotOf(fixture.organization));
    for (const id of [foreign.agent.id, foreign.agent.keyId, foreign.webhookId, foreign.eventId]) {
      expect(text).not.toContain(id);
    }
  });

  test('A filter that names another organization’s resources returns an empty list', async () => {
    const { api } = fixture.organization;
    for (const query of [
      { webhook_id: foreign.webhookId },
      { event_id: foreign.eventId },
      { webhook_id: 'nonsense' },
    ]) {
      expect(await api.ok('listDeliveries', { query })).toEqual({ deliveries: [] });
    }
    const wait = { type: 'mail.received', since: '2020-01-01T00:00:00Z', timeout_ms: 0, identity_id: foreign.agent.id };
    expect(await api.ok('waitForEvent', { query: wait })).toEqual({ event: null, timed_out: true });
  });
});

describe('routes with ids', () => {
  test('The tests of this file cover every route with an id', () => {
    const covered = new Set(WITH_PATH_IDS.map(({ name }) => name));
    for (const name of OURS) expect(covered.has(name)).toBe(routeOf(name).path.includes('{'));
  });
});
