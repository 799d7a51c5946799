import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { bodyClassOf } from '../../shared/contract/route.ts';
import { MAX_BODY_BYTES } from '../../shared/domain/limits.ts';
import type { CheckedCall } from '../support/checked-api.ts';
import { freshName } from '../support/fixture.ts';
import { type OperationName, routeOf } from '../support/operations.ts';
import { rotation } from '../support/rotation.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture, snapshotOf } from './fixture.ts';
import { exampleRequests } from './prepared.ts';

/** Protocol operations ignore unknown fields and report errors in their own format. */
const OURS = OPERATION_NAMES.filter((name) => routeOf(name).protocol === undefined);
const WRITING = OURS.filter((name) => routeOf(name).method !== 'GET');
const PAGED = OURS.filter((name) => 'limit' in fieldsOf(routeOf(name).query));
const MEGABYTE = 1024 * 1024;

/** The fields of a part of a request, by name. */
function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return (schema as z.ZodObject | undefined)?.shape ?? {};
}

/** A value of a wrong type for the field: a number, or text where the field is a number. */
function wrongTypeFor(field: z.ZodType): unknown {
  return field.safeParse(42).success ? 'no such value' : 42;
}

/** One operation of each group, for requests that the pipeline or the gateway rejects before any route matters. */
const firstOfGroups = (names: readonly OperationName[]) =>
  new Set(
    names.filter((name, index) => names.findIndex((one) => routeOf(one).group === routeOf(name).group) === index),
  );
const FIRST_WRITING_OF_EACH_GROUP = firstOfGroups(WRITING);

/**
 * The pipeline rejects most of these requests before any route matters. So each operation is tried with some of the
 * values, and the operations together with all of them.
 */
const someFor = <T>(name: OperationName, values: readonly T[], count: number): T[] =>
  rotation(values, OURS.indexOf(name), count);

describe('bad input', () => {
  let fixture: Fixture;
  let requests: Map<OperationName, Request>;
  let unchanged: Awaited<ReturnType<typeof snapshotOf>>;

  beforeAll(async () => {
    fixture = await makeFixture();
    requests = await exampleRequests(OURS, fixture);
    unchanged = await snapshotOf(fixture.organization);
  });

  /** Sends requests that must be rejected. Later tests check that none of them wrote anything. */
  async function refused(
    name: OperationName,
    code: 'validation.failed' | 'payload.too_large' | 'payload.unsupported_type',
    calls: (CheckedCall & { names?: string })[],
  ) {
    const refusals = calls.map(async (call) => {
      const { error } = await fixture.organization.api.refused(name, code, call);
      if (call.names !== undefined) expect(error?.message).toMatch(new RegExp(`^${call.names}\\b`));
    });
    await Promise.all(refusals);
  }

  describe.each(OURS)('%s', (name) => {
    const query = fieldsOf(routeOf(name).query);

    test('Unknown, empty and repeated query parameters are rejected', async () => {
      const { key, params, body, query: valid } = requests.get(name) ?? {};
      const known = Object.keys(query).flatMap((field, index) => {
        const forms = [`${field}=`, field, `${field}=1&${field}=1`];
        return rotation(forms, OURS.indexOf(name) + index, 1).map((rawQuery) => ({ rawQuery, names: field }));
      });
      const unknown = ['surprise=1', 'surprise=', 'Limit=1', '__proto__=1', 'constructor=1', 'limit[]=1', '%00=1'];
      const calls = [
        ...known,
        ...someFor(name, unknown, 2).map((rawQuery) => ({ rawQuery })),
        { rawQuery: 'surprise=1', query: valid, names: 'surprise' },
      ];
      await refused(
        name,
        'validation.failed',
        calls.map((call) => ({ key, params, body, ...call })),
      );
    });
  });

  test.each(PAGED)('%s rejects invalid page parameters', async (name) => {
    const params = requests.get(name)?.params;
    const limits = ['0', '201', '-1', '1.5', '1e2', '99999999999999999999', '%00'];
    const befores = [
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-01-01',
      '1700000000',
      '2026-01-01T00:00:00',
    ];
    await refused(name, 'validation.failed', [
      ...someFor(name, limits, 2).map((limit) => ({ params, rawQuery: `limit=${limit}`, names: 'limit' })),
      ...someFor(name, befores, 2).map((before) => ({ params, query: { before }, names: 'before' })),
    ]);
  });

  test('Invalid query parameters write nothing, whatever the operation', async () => {
    expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
  });

  describe.each(WRITING)('%s', (name) => {
    const route = routeOf(name);
    const fields = fieldsOf(route.body);
    let request: Request;

    beforeAll(() => {
      request = requests.get(name) ?? {};
    });

    const sent = (body: unknown, more: CheckedCall & { names?: string } = {}) => ({
      key: request.key,
      params: request.params,
      body,
      ...more,
    });

    test('An unknown field in the body is rejected by name', async () => {
      const bodies = [
        sent({ ...request.body, surprise: 1 }, { names: 'surprise' }),
        sent({ ...request.body, org_id: fixture.organization.id }, { names: 'org_id' }),
        sent({ ...request.body, constructor: {} }, { names: 'constructor' }),
        sent(
          `{"__proto__":{"name":"x"}${request.body === undefined ? '' : `,${JSON.stringify(request.body).slice(1, -1)}`}}`,
          { names: '__proto__' },
        ),
      ];
      await refused(name, 'validation.failed', someFor(name, bodies, 2));
    });

    test('A body that is not a JSON object is rejected', async () => {
      const texts = [
        '{',
        'null',
        '[]',
        '"text"',
        '{"a":1',
        '{} {}',
        '42',
        'true',
        "{'name':'x'}",
        '{"name":NaN}',
        'name=x',
        ' ',
        '\uFEFF{}x',
      ];
      await refused(
        name,
        'validation.failed',
        someFor(name, texts, 3).map((text) => sent(text)),
      );
      if (route.body !== undefined && route.bodyOptional !== true)
        await refused(name, 'validation.failed', [sent(undefined), sent({})]);
    });

    test('A body that is not valid UTF-8, or has text that is not valid Unicode, is rejected', async () => {
      const lone = JSON.stringify({ ...request.body, surprise: 1 }).replace('"surprise":1', '"surprise":"\\ud800"');
      await refused(name, 'validation.failed', [
        sent(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
        sent(lone),
      ]);
    });

    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'text/json',
    ];
    test('A body without a content type is rejected', async () => {
      await refused(name, 'payload.unsupported_type', [
        sent(JSON.stringify(request.body ?? {}), { headers: { 'content-type': null } }),
      ]);
    });

    if (route.signed === undefined) {
      test('A body of another content type is rejected', async () => {
        const body = JSON.stringify(request.body ?? {});
        await refused(
          name,
          'payload.unsupported_type',
          someFor(name, types, 2).map((type) => sent(body, { headers: { 'content-type': type } })),
        );
      });
    } else {
      test('A signed body is validated whatever its content type is', async () => {
        const claims = types.map((type) => ({ headers: { 'content-type': type }, names: 'surprise' }));
        await refused(
          name,
          'validation.failed',
          claims.map((claim) => sent({ ...request.body, surprise: 1 }, claim)),
        );
      });
    }

    if (FIRST_WRITING_OF_EACH_GROUP.has(name)) {
      test('JSON that is nested deep enough to exhaust a parser is rejected', async () => {
        await refused(name, 'validation.failed', [sent(`{"surprise":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)]);
      });

      test('A body that is larger than its operation accepts is rejected', async () => {
        const text = JSON.stringify({ ...request.body, name: 'x'.repeat(MAX_BODY_BYTES[bodyClassOf(route)]) });
        await refused(name, 'payload.too_large', [sent(text)]);
      });
    }

    test('An idempotency key that is not 1 to 255 printable ASCII characters is rejected', async () => {
      const keys = ['', 'x'.repeat(256), 'schlüssel', 'a\tb'];
      await refused(
        name,
        'validation.failed',
        someFor(name, keys, 2).map((key) =>
          sent(request.body, { headers: { 'idempotency-key': key }, names: 'idempotency-key' }),
        ),
      );
    });

    describe.each(Object.keys(fields))('in its field %s', (field) => {
      test('Null, a value of a wrong type and a NUL character are rejected by the name of the field', async () => {
        const schema = fields[field] as z.ZodType;
        // Some fields accept null, which clears them, or any JSON value.
        const refusedBySchema = (values: unknown[]) => values.filter((value) => !schema.safeParse(value).success);
        const rarer = [...refusedBySchema([{ a: 1, b: ['c'] }, [[]]]), 'a\0b', { 'a\0': 'b' }];
        const values = [...refusedBySchema([null, wrongTypeFor(schema)]), ...someFor(name, rarer, 2)];
        await refused(
          name,
          'validation.failed',
          values.map((value) => sent({ ...request.body, [field]: value }, { names: field })),
        );
      });
    });
  });

  test('A body of 12 MB, which API Gateway itself rejects, gets the same error', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(12 * MEGABYTE) });
    await refused('createApiKey', 'payload.too_large', [{ body }]);
  });

  test('Rejected bodies write nothing, whatever the operation', async () => {
    expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
  });

  describe.each(WRITING)('%s', (name) => {
    test('A valid request succeeds under an idempotency key that rejected requests have used', async () => {
      const request = await EXAMPLES[name].request(fixture);
      const idempotencyKey = freshName('key');
      const { key, params } = request;
      const call = { key, params, body: { ...request.body, surprise: 1 }, idempotencyKey };
      await refused(name, 'validation.failed', [call]);
      const reply = await fixture.organization.api.call(name, { ...request, idempotencyKey });
      expect(reply.error).toBeUndefined();
      expect(reply.headers.get('idempotency-replayed')).toBeNull();
    });
  });
});
