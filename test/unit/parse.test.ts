import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '#shared/contract/route.ts';
import { pageQuery } from '#shared/contract/schemas/common.ts';
import type { AppError } from '#shared/domain/errors/errors.ts';
import type { HttpRequest } from '#shared/runtime/pipeline/http.ts';
import { parseRequest } from '#shared/runtime/pipeline/parse.ts';
import { requestOf } from '../support/in-process-api.ts';

const ROUTE: Route = {
  name: 'test',
  group: 'system',
  method: 'POST',
  path: '/v1/test/{id}',
  auth: 'none',
  budget: 'none',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  query: pageQuery,
  body: z.strictObject({ name: z.string().max(10), any: z.unknown().optional(), list: z.array(z.int()).optional() }),
  status: 200,
  errors: [],
  idempotent: false,
  onceOnlySecret: false,
};

const BASE = requestOf(ROUTE, { params: { id: 'x' } });
const parse = (request: Partial<HttpRequest>, route: Partial<Route> = {}) =>
  parseRequest({ ...ROUTE, ...route } as Route, {
    ...BASE,
    headers: { 'content-type': 'application/json' },
    body: '{"name":"a"}',
    ...request,
  });

function refusal(request: Partial<HttpRequest>, route: Partial<Route> = {}): string {
  try {
    parse(request, route);
    return 'accepted';
  } catch (error) {
    return `${(error as AppError).code} ${(error as AppError).message}`;
  }
}

const body = (text: string) => refusal({ body: text });
const nested = (levels: number) => `{"name":"a","any":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('parsing a request', () => {
  test('Every part of a request is parsed, and the JSON value is kept unchanged', () => {
    const { input, json } = parse({ query: { limit: ['7'], before: ['2026-11-21T08:30:00Z'] }, body: '{"name":"ä"}' });
    expect(input).toEqual({
      params: { id: 'x' },
      query: { limit: 7, before: Date.UTC(2026, 10, 21, 8, 30) },
      body: { name: 'ä' },
    });
    expect(json).toEqual({ name: 'ä' });
  });

  test.each([
    [
      'an unknown field',
      '{"name":"a","other":1}',
      'validation.failed other: not a known field (known: name, any, list)',
    ],
    [
      'an unknown field in a list',
      '{"name":"a","list":["x"]}',
      'validation.failed list.0: expected number, received string',
    ],
    ['a missing field', '{}', 'validation.failed name: required (expected string, received undefined)'],
    ['a field of the wrong type', '{"name":1}', 'validation.failed name: expected string, received number'],
    ['null', 'null', 'validation.failed body: expected object, received null'],
    ['a list', '[]', 'validation.failed body: expected object, received array'],
    ['text that is not JSON', '{"name":', 'validation.failed body: valid JSON'],
    ['two values', '{"name":"a"}{}', 'validation.failed body: valid JSON'],
    ['a byte order mark', '\ufeff{"name":"a"}', 'validation.failed body: valid JSON'],
    ['a trailing comma', '{"name":"a",}', 'validation.failed body: valid JSON'],
    ['the name __proto__', '{"name":"a","__proto__":{"x":1}}', 'validation.failed __proto__: not a known field'],
    [
      '__proto__ deep inside',
      '{"name":"a","any":{"b":{"__proto__":1}}}',
      'validation.failed any.b.__proto__: not a known field',
    ],
    ['a NUL', '{"name":"a\\u0000"}', 'validation.failed name: text without NUL'],
    ['a NUL in a name', '{"name":"a","any":{"\\u0000":1}}', 'validation.failed any: text without NUL'],
    ['a lone surrogate', '{"name":"\\ud83d"}', 'validation.failed name: well-formed Unicode'],
    ['a number beyond all', '{"name":"a","any":[-1e400]}', 'validation.failed any.0: a number below 1.8e308'],
    ['a lone surrogate in a name', '{"\\udc00":1}', 'validation.failed body: well-formed Unicode'],
  ])('%s in the body is refused with the name of the field', (_, text, expected) => {
    expect(body(text)).toBe(expected);
  });

  test('No refused request pollutes a prototype', () => {
    body('{"name":"a","__proto__":{"polluted":true}}');
    body('{"name":"a","any":{"constructor":{"prototype":{"polluted":true}}}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('A surrogate pair is valid text', () => {
    expect(body('{"name":"\\ud83d\\ude00"}')).toBe('accepted');
  });

  test('A body may have 64 levels of nesting, one more is refused, and thousands do no harm', () => {
    expect(body(nested(64))).toBe('accepted');
    expect(body(nested(65))).toContain('at most 64 levels');
    expect(body(nested(30_000))).toContain('at most 64 levels');
  });

  test.each([
    ['without a key 64 KB', 64 * 1024, {}],
    ['with a key 1 MB', 1024 * 1024, { auth: 'any-key' }],
    ['with mail 5 MB', 5 * 1024 * 1024, { auth: 'any-key', carriesMail: true }],
    ['with mail but without a key 5 MB', 5 * 1024 * 1024, { carriesMail: true }],
  ] as const)('A body %s is read, and a body of one byte more is too large', (_, size, route) => {
    const filled = (bytes: number) => ({ body: `{"name":"a","any":"${'x'.repeat(bytes - 21)}"}` });
    expect(filled(100).body).toHaveLength(100);
    expect(refusal(filled(size), route)).toBe('accepted');
    expect(refusal(filled(size + 1), route)).toMatch(/^payload\.too_large .* at most \d+ (KB|MB) /);
    expect(refusal({ body: `{"name":"a","any":"${'ä'.repeat(size / 2)}"}` }, route)).toMatch(/^payload\.too_large/);
  });

  test('A body has at most 50,000 fields and items at all levels together, which are counted before it is parsed', () => {
    const route = { auth: 'any-key', carriesMail: true } as const;
    const items = (count: number) => ({ body: `{"name":"a","any":[${Array(count).fill('0').join(',')}]}` });
    // The name, the field `any` and the first item of its list are three of them.
    expect(refusal(items(49_998), route)).toBe('accepted');
    expect(refusal(items(49_999), route)).toMatch(
      /^payload\.too_large A request body may have at most 50000 fields and items/,
    );
    expect(refusal({ body: '[{},'.repeat(1_000_000) }, route)).toMatch(/at most 50000 fields/);
  });

  test('Bytes that are not UTF-8 are refused', () => {
    expect(refusal({ body: Buffer.from([0x7b, 0xff, 0x7d]) })).toBe('validation.failed body: valid UTF-8');
  });

  test.each([
    [undefined, 'payload.unsupported_type A request with a body needs the header content-type'],
    ['application/json', 'accepted'],
    ['Application/JSON; charset=utf-8', 'accepted'],
    ['application/merge-patch+json', 'accepted'],
    ['text/plain', 'payload.unsupported_type'],
    ['application/x-www-form-urlencoded', 'payload.unsupported_type'],
    ['multipart/form-data; boundary=application/json', 'payload.unsupported_type'],
    ['', 'payload.unsupported_type'],
  ])('A request with the content type %j gives %s', (type, expected) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect(refusal({ headers })).toMatch(new RegExp(`^${expected}`));
  });

  test('A request without a body needs no content type, and a signed body may have any', () => {
    expect(refusal({ headers: {}, body: null }, { body: undefined })).toBe('accepted');
    expect(refusal({ headers: {}, body: '' }, { body: undefined })).toBe('accepted');
    const signed = { signed: { headers: [] } } as unknown as Partial<Route>;
    expect(refusal({ headers: { 'content-type': 'text/plain; charset=UTF-8' } }, signed)).toBe('accepted');
    expect(refusal({ headers: {} }, signed)).toMatch(/^payload\.unsupported_type/);
  });

  test('An absent body is refused if a field is required, and accepted if all are optional', () => {
    expect(refusal({ body: null })).toMatch(/^validation\.failed/);
    const route = { body: z.strictObject({ reason: z.string().optional() }), bodyOptional: true };
    expect(parse({ body: null }, route).input.body).toEqual({});
    expect(parse({ body: '' }, route).input.body).toEqual({});
    expect(refusal({ body: 'null' }, route)).toMatch(/^validation\.failed body/);
  });

  test('An operation without a body accepts none, or an empty object', () => {
    expect(refusal({ body: null }, { body: undefined })).toBe('accepted');
    expect(refusal({ body: '{}' }, { body: undefined })).toBe('accepted');
    expect(refusal({ body: '{"a":1}' }, { body: undefined })).toBe('validation.failed a: not a known field');
  });

  test.each<[string, Record<string, string[]>, string]>([
    ['an unknown one', { other: ['1'] }, 'validation.failed other: not a known field (known: limit, before)'],
    ['a repeated one', { limit: ['1', '2'] }, 'validation.failed limit: given more than once'],
    ['one repeated with the same value', { limit: ['1', '1'] }, 'validation.failed limit: given more than once'],
    ['an empty one', { limit: [''] }, 'validation.failed limit: a value'],
    ['a limit of zero', { limit: ['0'] }, 'validation.failed limit: at least 1'],
    ['a limit beyond the most', { limit: ['201'] }, 'validation.failed limit: at most 200'],
    ['a limit that is no whole number', { limit: ['1.5'] }, 'validation.failed limit: a whole number'],
    ['a limit in another notation', { limit: ['1e2'] }, 'validation.failed limit: a whole number'],
    ['a limit with a space', { limit: [' 1'] }, 'validation.failed limit: a whole number'],
    ['a time that is none', { before: ['yesterday'] }, 'validation.failed before: an RFC 3339 datetime'],
    ['a NUL', { before: ['\0'] }, 'validation.failed before: text without NUL'],
  ])('A query parameter is refused because of %s', (_, query, expected) => {
    expect(refusal({ query })).toBe(expected);
  });

  test('A query parameter with the name __proto__ is refused like any unknown one', () => {
    const query = JSON.parse('{"__proto__":["1"]}') as Record<string, string[]>;
    expect(refusal({ query })).toBe('validation.failed __proto__: not a known field');
  });

  test('A + of a time zone that a client has not escaped is read as a +', () => {
    expect(parse({ query: { before: ['2026-11-21T08:30:00 01:00'] } }).input.query).toMatchObject({
      before: Date.UTC(2026, 10, 21, 7, 30),
    });
  });

  test('A very long name is truncated in the error message', () => {
    expect(body(`{"name":"a","${'x'.repeat(100_000)}":1}`).length).toBeLessThan(200);
    expect(refusal({ query: { ['x'.repeat(100_000)]: ['1', '2'] } }).length).toBeLessThan(200);
  });

  test('One error names every problem of path, query and body', () => {
    const params = z.strictObject({ id: z.string().max(3, 'at most 3 characters') });
    expect(
      refusal(
        { params: { id: 'long' }, query: { limit: ['0'], before: [''] }, body: '{"nam":"a","list":["x"]}' },
        { params },
      ),
    ).toBe(
      'validation.failed id: at most 3 characters; before: a value; limit: at least 1; ' +
        'name: required (expected string, received undefined); list.0: expected number, received string; ' +
        'nam: not a known field (did you mean name? known: name, any, list)',
    );
  });

  test('A required parameter without a value is named once', () => {
    const query = z.strictObject({ type: z.string() });
    expect(refusal({ query: { type: [''] } }, { query })).toBe('validation.failed type: a value');
  });

  test('At most ten problems are named, and the others are counted', () => {
    const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`x${index}`, 1])));
    const message = body(unknown);
    expect(message.split('; ')).toHaveLength(11);
    expect(message).toMatch(/; and 16 more$/);
    expect(body(`{"name":"a","list":[${Array(10_000).fill('"x"').join(',')}]}`)).toMatch(/; and 9990 more$/);
  });

  test('A body that is too large or of another type is refused as such only if nothing else is wrong', () => {
    const text = { headers: { 'content-type': 'text/plain' } };
    expect(refusal(text)).toMatch(/^payload\.unsupported_type/);
    expect(refusal({ ...text, query: { limit: ['0'] } })).toBe('validation.failed limit: at least 1');
  });
});
