import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CheckedCall } from '../support/checked-api.ts';
import { freshName } from '../support/fixture.ts';
import { type OperationName, routeOf } from '../support/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { type Fixture, makeFixture, snapshotOf } from './fixture.ts';
import { exampleRequests } from './prepared.ts';

/** A protocol passes over what it does not know, and has its own words for what is wrong. */
const OURS = OPERATION_NAMES.filter((name) => routeOf(name).protocol === undefined);
const WRITING = OURS.filter((name) => routeOf(name).method !== 'GET');
const PAGED = OURS.filter((name) => 'limit' in fieldsOf(routeOf(name).query));
const MEGABYTE = 1024 * 1024;

/** The fields of a part of a request, by name. */
function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return (schema as z.ZodObject | undefined)?.shape ?? {};
}

/** A value that the field does not take: a number, or text where numbers are taken. */
function wrongTypeFor(field: z.ZodType): unknown {
  return field.safeParse(42).success ? 'no such value' : 42;
}

/** One operation of each group: what the pipeline or the gateway refuses before it looks at any route. */
const firstOfGroups = (names: readonly OperationName[]) =>
  new Set(
    names.filter((name, index) => names.findIndex((one) => routeOf(one).group === routeOf(name).group) === index),
  );
const ONE_OF_EACH_GROUP = firstOfGroups(WRITING);
const GROUPS_FIRST = firstOfGroups(OURS);

describe('bad input', () => {
  let fixture: Fixture;
  let requests: Map<OperationName, Request>;
  let unchanged: Awaited<ReturnType<typeof snapshotOf>>;

  beforeAll(async () => {
    fixture = await makeFixture();
    requests = await exampleRequests(OURS, fixture);
    unchanged = await snapshotOf(fixture.organization);
  });

  /** Sends what has to be refused. That nothing came of it is looked at once an operation. */
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

    test('refuses a query that it does not know, that is empty or that comes twice', async () => {
      const { key, params, body, query: valid } = requests.get(name) ?? {};
      const known = Object.keys(query).flatMap((field) => [
        { rawQuery: `${field}=`, names: field },
        { rawQuery: field, names: field },
        { rawQuery: `${field}=1&${field}=1`, names: field },
      ]);
      const unknown = ['surprise=1', 'surprise=', 'Limit=1', '__proto__=1', 'constructor=1', 'limit[]=1', '%00=1'];
      const calls = [
        ...known,
        ...unknown.slice(0, GROUPS_FIRST.has(name) ? unknown.length : 2).map((rawQuery) => ({ rawQuery })),
        { rawQuery: 'surprise=1', query: valid, names: 'surprise' },
      ];
      await refused(
        name,
        'validation.failed',
        calls.map((call) => ({ key, params, body, ...call })),
      );
    });
  });

  test.each(PAGED)('%s refuses pages that are none', async (name) => {
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
      ...limits.map((limit) => ({ params, rawQuery: `limit=${limit}`, names: 'limit' })),
      ...befores.map((before) => ({ params, query: { before }, names: 'before' })),
    ]);
  });

  test('in a query writes nothing, whatever the operation', async () => {
    expect(await snapshotOf(fixture.organization)).toEqual(unchanged);
  });

  describe.each(WRITING)('%s', (name) => {
    const route = routeOf(name);
    const fields = fieldsOf(route.body);
    let request: Request;
    let before: Awaited<ReturnType<typeof snapshotOf>>;

    beforeAll(async () => {
      request = await EXAMPLES[name].request(fixture);
      before = await snapshotOf(fixture.organization);
    });

    const sent = (body: unknown, more: CheckedCall & { names?: string } = {}) => ({
      key: request.key,
      params: request.params,
      body,
      ...more,
    });

    test('refuses a field that it does not know, and names it', async () => {
      await refused(name, 'validation.failed', [
        sent({ ...request.body, surprise: 1 }, { names: 'surprise' }),
        sent({ ...request.body, org_id: fixture.organization.id }, { names: 'org_id' }),
        sent({ ...request.body, constructor: {} }, { names: 'constructor' }),
        sent(
          `{"__proto__":{"name":"x"}${request.body === undefined ? '' : `,${JSON.stringify(request.body).slice(1, -1)}`}}`,
          { names: '__proto__' },
        ),
      ]);
    });

    test('refuses a body that is no JSON object', async () => {
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
      // How bytes become JSON is the pipeline's, before any route: the rarer forms are tried once a group.
      const tried = ONE_OF_EACH_GROUP.has(name) ? texts : texts.slice(0, 4);
      await refused(
        name,
        'validation.failed',
        tried.map((text) => sent(text)),
      );
      if (route.body !== undefined && route.bodyOptional !== true)
        await refused(name, 'validation.failed', [sent(undefined), sent({})]);
    });

    test('refuses a body that is not UTF-8, and text that is not Unicode', async () => {
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
    if (route.signed === undefined) {
      test('refuses a body of another content type', async () => {
        const body = JSON.stringify(request.body ?? {});
        await refused(
          name,
          'payload.unsupported_type',
          types
            .slice(0, ONE_OF_EACH_GROUP.has(name) ? types.length : 2)
            .map((type) => sent(body, { headers: { 'content-type': type } })),
        );
      });
    } else {
      test('judges a signed body, whatever content type it claims', async () => {
        const claims = types.map((type) => ({ headers: { 'content-type': type }, names: 'surprise' }));
        await refused(
          name,
          'validation.failed',
          claims.map((claim) => sent({ ...request.body, surprise: 1 }, claim)),
        );
      });
    }

    test('refuses nesting that exists only to exhaust a parser', async () => {
      await refused(name, 'validation.failed', [sent(`{"surprise":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)]);
    });

    if (ONE_OF_EACH_GROUP.has(name)) {
      test('refuses a body of more than 5 MB, and one of 12 MB, which API Gateway itself refuses', async () => {
        const text = (bytes: number) => JSON.stringify({ ...request.body, name: 'x'.repeat(bytes) });
        await refused(name, 'payload.too_large', [sent(text(5 * MEGABYTE)), sent(text(12 * MEGABYTE))]);
      });
    }

    test('refuses an idempotency key that is not 1 to 255 printable ASCII characters', async () => {
      const keys = ['', 'x'.repeat(256), 'schlüssel', 'a\tb'];
      await refused(
        name,
        'validation.failed',
        keys.map((key) => sent(request.body, { headers: { 'idempotency-key': key }, names: 'idempotency-key' })),
      );
    });

    describe.each(Object.keys(fields))('in its field %s', (field) => {
      test('refuses null, a wrong type and NUL, and names the field', async () => {
        const schema = fields[field] as z.ZodType;
        // A field may take null, where it says that there is to be none any more, or any JSON at all.
        const wrong = [null, wrongTypeFor(schema), { a: 1, b: ['c'] }, [[]]];
        const values = [...wrong.filter((value) => !schema.safeParse(value).success), 'a\0b', { 'a\0': 'b' }];
        await refused(
          name,
          'validation.failed',
          values.map((value) => sent({ ...request.body, [field]: value }, { names: field })),
        );
      });
    });

    test('has written nothing for any of them', async () => {
      expect(await snapshotOf(fixture.organization)).toEqual(before);
    });

    test('still takes the request as it was meant, under a key that refused ones have carried', async () => {
      const idempotencyKey = freshName('key');
      await refused(name, 'validation.failed', [sent({ ...request.body, surprise: 1 }, { idempotencyKey })]);
      const reply = await fixture.organization.api.call(name, { ...request, idempotencyKey });
      expect(reply.error).toBeUndefined();
      expect(reply.headers.get('idempotency-replayed')).toBeNull();
    });
  });
});
