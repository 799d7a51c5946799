import type { z } from 'zod';
import type { Route } from '#shared/contract/route.ts';
import { bodyClassOf } from '#shared/contract/route.ts';
import type { ErrorCode } from '#shared/domain/errors/errors.ts';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import type { CheckedCall } from '#testing/checked-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { rotation } from '../../support/rotation.ts';
import type { Request } from './example.ts';
import { OURS } from './operations.ts';

/** A request that must be rejected. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly call: CheckedCall;
  /** What the message of the error begins with: the name of the field or parameter. */
  readonly names?: string;
}

export const WRITING = OURS.filter((name) => routeOf(name).method !== 'GET');
export const PAGED = OURS.filter((name) => 'limit' in fieldsOf(routeOf(name).query));

/** The fields of a part of a request, by name. */
function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return (schema as z.ZodObject | undefined)?.shape ?? {};
}

/** A value of a wrong type for the field: a number, or text where the field is a number. */
function wrongTypeFor(field: z.ZodType): unknown {
  return field.safeParse(42).success ? 'no such value' : 42;
}

/**
 * The pipeline rejects most of these requests before any route matters. So each operation is tried with some of the
 * values, and the operations together with all of them. The functions below return at most `max` requests of a kind.
 */
const someFor = <T>(name: OperationName, values: readonly T[], count: number): T[] =>
  rotation(values, OURS.indexOf(name), count);

/** A refusal for the content of the request. */
const invalid = (call: CheckedCall, names?: string): Refusal => ({
  code: 'validation.failed',
  call,
  ...(names === undefined ? {} : { names }),
});

/** Unknown, empty and repeated query parameters. */
export function refusedQueries(
  name: OperationName,
  { key, params, body, query: valid }: Request,
  max = Infinity,
): Refusal[] {
  const sent = { params, body, ...(key === undefined ? {} : { key }) };
  const fields = Object.keys(fieldsOf(routeOf(name).query));
  const known = someFor(name, fields, max).flatMap((field, index) => {
    const forms = [`${field}=`, field, `${field}=1&${field}=1`];
    return rotation(forms, OURS.indexOf(name) + index, 1).map((rawQuery) => invalid({ ...sent, rawQuery }, field));
  });
  const unknown = ['surprise=1', 'surprise=', 'Limit=1', '__proto__=1', 'constructor=1', 'limit[]=1', '%00=1'];
  return [
    ...known,
    ...someFor(name, unknown, Math.min(max, 2)).map((rawQuery) => invalid({ ...sent, rawQuery })),
    invalid({ ...sent, rawQuery: 'surprise=1', ...(valid === undefined ? {} : { query: valid }) }, 'surprise'),
  ];
}

/** Invalid page parameters of a list. */
export function refusedPages(name: OperationName, { params }: Request, max = Infinity): Refusal[] {
  const limits = ['0', '201', '-1', '1.5', '1e2', '99999999999999999999', '%00'];
  const befores = [
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '1700000000',
    '2026-01-01T00:00:00',
  ];
  const sent = params === undefined ? {} : { params };
  return [
    ...someFor(name, limits, Math.min(max, 2)).map((limit) =>
      invalid({ ...sent, rawQuery: `limit=${limit}` }, 'limit'),
    ),
    ...someFor(name, befores, Math.min(max, 2)).map((before) => invalid({ ...sent, query: { before } }, 'before')),
  ];
}

const TEXTS_THAT_ARE_NO_OBJECTS = [
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

const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/json',
];

/** The types that a route refuses: some accept a form. */
const otherTypes = ({ acceptsForm }: Pick<Route, 'acceptsForm'>) =>
  OTHER_TYPES.filter((type) => acceptsForm !== true || !type.includes('form-urlencoded'));

/** Bodies and headers that an operation with a body rejects, whatever its fields are. */
export function refusedBodies(name: OperationName, request: Request, max = Infinity): Refusal[] {
  const route = routeOf(name);
  const sent = (body: unknown, headers?: CheckedCall['headers']): CheckedCall => ({
    ...(request.key === undefined ? {} : { key: request.key }),
    ...(request.params === undefined ? {} : { params: request.params }),
    body,
    ...(headers === undefined ? {} : { headers }),
  });
  const members = request.body === undefined ? '' : `,${JSON.stringify(request.body).slice(1, -1)}`;
  const withUnknown = [
    invalid(sent({ ...request.body, surprise: 1 }), 'surprise'),
    invalid(sent({ ...request.body, org_id: 'org_1' }), 'org_id'),
    invalid(sent({ ...request.body, constructor: {} }), 'constructor'),
    invalid(sent(`{"__proto__":{"name":"x"}${members}}`), '__proto__'),
  ];
  const absent = route.body !== undefined && route.bodyOptional !== true ? [sent(undefined), sent({})] : [];
  const lone = JSON.stringify({ ...request.body, surprise: 1 }).replace('"surprise":1', '"surprise":"\\ud800"');
  // Not UTF-8, and text that is not valid Unicode.
  const notUnicode = [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), lone];
  const text = JSON.stringify(request.body ?? {});
  const typed: Refusal[] =
    route.signed === undefined
      ? someFor(name, otherTypes(route), Math.min(max, 2)).map((type) => ({
          code: 'payload.unsupported_type',
          call: sent(text, { 'content-type': type }),
        }))
      : // A signed body is validated whatever its content type is.
        someFor(name, OTHER_TYPES, max).map((type) =>
          invalid(sent({ ...request.body, surprise: 1 }, { 'content-type': type }), 'surprise'),
        );
  const keys = ['', 'x'.repeat(256), 'schlüssel', 'a\tb'];
  return [
    ...someFor(name, withUnknown, Math.min(max, 2)),
    ...someFor(name, TEXTS_THAT_ARE_NO_OBJECTS, Math.min(max, 3)).map((body) => invalid(sent(body))),
    ...absent.map((call) => invalid(call)),
    ...someFor(name, notUnicode, Math.min(max, 2)).map((body) => invalid(sent(body))),
    { code: 'payload.unsupported_type', call: sent(text, { 'content-type': null }) },
    ...typed,
    ...someFor(name, keys, Math.min(max, 2)).map((key) =>
      invalid(sent(request.body, { 'idempotency-key': key }), 'idempotency-key'),
    ),
  ];
}

/** JSON that is nested deep enough to exhaust a parser, and a body that is larger than its operation accepts. */
export function refusedSizes(name: OperationName, { key, params, body }: Request): Refusal[] {
  const sent = { ...(key === undefined ? {} : { key }), ...(params === undefined ? {} : { params }) };
  const large = { ...body, name: 'x'.repeat(MAX_BODY_BYTES[bodyClassOf(routeOf(name))]) };
  return [
    invalid({ ...sent, body: `{"surprise":${'['.repeat(30_000)}${']'.repeat(30_000)}}` }),
    { code: 'payload.too_large', call: { ...sent, body: JSON.stringify(large) } },
  ];
}

/** Null, values of a wrong type and NUL characters in each field of the body: in each field at most `max` of them. */
export function refusedFields(name: OperationName, { key, params, body }: Request, max = Infinity): Refusal[] {
  const sent = { ...(key === undefined ? {} : { key }), ...(params === undefined ? {} : { params }) };
  return Object.entries(fieldsOf(routeOf(name).body)).flatMap(([field, schema], index) => {
    // Some fields accept null, which clears them, or any JSON value.
    const refusedBySchema = (values: unknown[]) => values.filter((value) => !schema.safeParse(value).success);
    const usual = refusedBySchema([null, wrongTypeFor(schema)]);
    const rarer = [...refusedBySchema([{ a: 1, b: ['c'] }, [[]]]), 'a\0b', { 'a\0': 'b' }];
    const values = [...usual, ...rotation(rarer, OURS.indexOf(name), 2)];
    return rotation(values, index, max).map((value) => invalid({ ...sent, body: { ...body, [field]: value } }, field));
  });
}
