import { beforeAll, describe, expect, test } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES } from './example-requests.ts';
import { expectRefusals } from './expect-refusals.ts';
import { type Fixture, makeFixture, snapshotOf } from './fixture.ts';
import { exampleRequests } from './prepared.ts';
import {
  firstOfGroups,
  OURS,
  PAGED,
  refusedBodies,
  refusedFields,
  refusedPages,
  refusedQueries,
  refusedSizes,
  WRITING,
} from './refusals.ts';

const MEGABYTE = 1024 * 1024;

/**
 * test/data/bad-input.test.ts tries every operation through the pipeline; the transport is the same for all of a group.
 */
const READ_AND_WRITTEN = [...firstOfGroups(OURS)];
const WRITTEN = [...firstOfGroups(WRITING)];
const WITH_FIELDS = [...firstOfGroups(WRITING.filter((name) => routeOf(name).body !== undefined))];

describe('bad input over HTTP', () => {
  let fixture: Fixture;
  let requests: Map<OperationName, Request>;
  let unchanged: Awaited<ReturnType<typeof snapshotOf>>;
  const requestOf = (name: OperationName) => requests.get(name) ?? {};

  beforeAll(async () => {
    fixture = await makeFixture();
    requests = await exampleRequests([...READ_AND_WRITTEN, ...WRITTEN, ...WITH_FIELDS, ...PAGED], fixture);
    unchanged = await snapshotOf(fixture.organization);
  });

  test.each(READ_AND_WRITTEN)('%s rejects unknown, empty and repeated query parameters', async (name) => {
    await expectRefusals(fixture.organization.api, name, refusedQueries(name, requestOf(name)));
  });

  test.each([...firstOfGroups(PAGED)])('%s rejects invalid page parameters', async (name) => {
    await expectRefusals(fixture.organization.api, name, refusedPages(name, requestOf(name)));
  });

  test.each(WRITTEN)(
    '%s rejects bodies that are not JSON, have unknown fields or another content type',
    async (name) => {
      await expectRefusals(fixture.organization.api, name, refusedBodies(name, requestOf(name)));
    },
  );

  test.each(WRITTEN)('%s rejects bodies that are nested too deep or too large', async (name) => {
    await expectRefusals(fixture.organization.api, name, refusedSizes(name, requestOf(name)));
  });

  test.each(WITH_FIELDS)('%s rejects wrong values by the name of their field', async (name) => {
    await expectRefusals(fixture.organization.api, name, refusedFields(name, requestOf(name)));
  });

  test('A body of 12 MB, which API Gateway itself rejects, gets the same error', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(12 * MEGABYTE) });
    await fixture.organization.api.refused('createApiKey', 'payload.too_large', { body });
  });

  test('Rejected requests write nothing, whatever the operation', async () => {
    expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
  });

  test.each(WRITTEN)('A valid %s succeeds under an idempotency key that a rejected request has used', async (name) => {
    const request = await EXAMPLES[name].request(fixture);
    const idempotencyKey = freshName('key');
    const { key, params } = request;
    const { api } = fixture.organization;
    const call = { key, params, body: { ...request.body, surprise: 1 }, idempotencyKey };
    await api.refused(name, 'validation.failed', call);
    const reply = await api.call(name, { ...request, idempotencyKey });
    expect(reply.error).toBeUndefined();
    expect(reply.headers.get('idempotency-replayed')).toBeNull();
  });
});
