import { beforeAll, describe, expect, it } from 'vitest';
import type { IdKind } from '../../shared/domain/ids.ts';
import { type CheckedCall, withoutRequestId } from '../support/checked-api.ts';
import { type OperationName, routeOf } from '../support/operations.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { makeWorld, missingId, snapshotOf, type World } from './world.ts';

/** Ids that have not the form of any kind, or the form of another. */
function illFormed(kind: IdKind, right: string): string[] {
  return [
    missingId(kind === 'webhook' ? 'agent' : 'webhook'),
    missingId('organization'),
    right.toLowerCase(),
    right.slice(0, -1),
    `${right}0`,
    right.slice(4),
    'nonsense',
    '..',
    '%',
    '*',
    `${right}/../${right}`,
    'é',
    `x'; --`,
    'A'.repeat(190),
    'A'.repeat(3000),
  ].filter((id) => id !== '..');
}

const WITH_PATH_IDS = OPERATION_NAMES.flatMap((name) =>
  Object.entries(EXAMPLES[name].kinds ?? {}).map(([param, kind]) => ({ name, param, kind })),
);
const WITH_BODY_IDS = OPERATION_NAMES.flatMap((name) =>
  Object.entries(EXAMPLES[name].bodyIds ?? {}).map(([field, kind]) => ({ name, field, kind })),
);

describe('absence', () => {
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    [world, foreign] = await Promise.all([makeWorld(), makeWorld()]);
  });

  async function absent(name: OperationName, call: CheckedCall): Promise<string> {
    const reply = await world.organization.api.refused(name, 'resource.not_found', call);
    return withoutRequestId(reply);
  }

  describe.each(WITH_PATH_IDS)('$name with a wrong $param', ({ name, param, kind }) => {
    it('answers 404, the same to the letter, for what is missing, another organization’s or no such id at all', async () => {
      const request = await EXAMPLES[name].request(world);
      const theirs = await EXAMPLES[name].request(foreign);
      const before = await Promise.all([snapshotOf(world.organization), snapshotOf(foreign.organization)]);
      const withId = (id: string) => ({ ...request, params: { ...request.params, [param]: id } });

      const theirId = theirs.params?.[param] ?? '';
      const missing = await absent(name, withId(missingId(kind)));
      expect(await absent(name, withId(theirId))).toBe(missing);
      for (const id of illFormed(kind, request.params?.[param] ?? '')) {
        const answer = await absent(name, withId(id));
        expect(answer).toBe(missing);
        if (id.length > 3) expect(answer).not.toContain(id);
      }
      expect(await Promise.all([snapshotOf(world.organization), snapshotOf(foreign.organization)])).toEqual(before);
    });

    it('answers 400 before 404', async () => {
      const request = await EXAMPLES[name].request(world);
      const params = { ...request.params, [param]: missingId(kind) };
      await world.organization.api.refused(name, 'validation.failed', { params, rawQuery: 'surprise=1' });
    });
  });

  describe.each(WITH_BODY_IDS)('$name with a wrong $field', ({ name, field, kind }) => {
    it('answers 404, the same to the letter, for what is missing, another organization’s or no such id at all', async () => {
      const request = await EXAMPLES[name].request(world);
      const theirs = await EXAMPLES[name].request(foreign);
      const before = await snapshotOf(world.organization);
      const withId = (id: unknown) => ({ ...request, body: { ...request.body, [field]: id } });

      const missing = await absent(name, withId(missingId(kind)));
      expect(await absent(name, withId(theirs.body?.[field]))).toBe(missing);
      for (const id of illFormed(kind, String(request.body?.[field])))
        expect(await absent(name, withId(id))).toBe(missing);
      expect(await snapshotOf(world.organization)).toEqual(before);
    });
  });

  it('shows no list another organization’s things', async () => {
    const text = JSON.stringify(await snapshotOf(world.organization));
    for (const id of [foreign.agent.id, foreign.agent.keyId, foreign.webhookId, foreign.eventId]) {
      expect(text).not.toContain(id);
    }
  });

  it('lists nothing for a filter that names another organization’s things', async () => {
    const { api } = world.organization;
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
  it('are all covered by the tests above', () => {
    const covered = new Set(WITH_PATH_IDS.map(({ name }) => name));
    for (const name of OPERATION_NAMES) expect(covered.has(name)).toBe(routeOf(name).path.includes('{'));
  });
});
