import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Route } from '#shared/contract/route.ts';
import { a2aPartSchema } from '#shared/contract/schemas/a2a-protocol-part.ts';
import { protoJson } from '#shared/contract/schemas/proto-json.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import { isBase64 } from '#shared/domain/text/base64.ts';
import { DOCUMENT, describedOperation, type Json, problemsOf, resolved } from '#testing/described-api.ts';
import { sizeOf } from '#testing/test-size.ts';
import { nearly, valuesOf } from '../support/schema-values.ts';

/**
 * Messages of constraints that JSON Schema cannot express: the description allows the values, the service refuses them.
 */
const BEYOND_SCHEMA: readonly RegExp[] = [
  // The description has the form. The length of the local part and international domains are beyond it.
  /^an email address \(RFC 5321\)$/,
  // Likewise: the description asks for a dot and no `@`.
  /^a domain name$/,
  // `uniqueItems` compares whole items: not a field of them, nor addresses before they are normalised.
  /^each (id|artifact_id|address) once$/,
  // Sums over several fields, sizes in bytes, and the depth of a value.
  /^at most 50 recipients in to, cc and bcc together$/,
  /^at most 3\.5 MB in total, decoded$/,
  /^at most (64 KB|2048 bytes) as JSON$/,
  /^at most \d+ levels$/,
  // A point on the curve, and not of low order.
  /^an Ed25519 public key$/,
  // Which claims say who a workload is, where a beginning of one may end, and what is a public key: the description
  // says it in words.
  /^(one of sub, |no rule about |names of 1 to |values of 1 to |a colon or a slash before )/,
  /^at least \d complete parts? /,
  /^(the character \* only once|a public key, without|a public RSA, EC or OKP key|a kid that no other key has)/,
  // The service counts UTF-16 code units, JSON Schema counts characters.
  /^at most \d+ characters$/,
];

/** Values for each body, and queries for each list. */
const BODY_RUNS = sizeOf({ quick: 20, usual: 300 });
const QUERY_RUNS = sizeOf({ quick: 8, usual: 60 });

const BODIES = ROUTES.filter((route) => route.body !== undefined && route.protocol === undefined);
const MESSAGES = ROUTES.filter((route) => route.body !== undefined && route.protocol === 'http+json');
const QUERIES = ROUTES.filter((route) => route.query !== undefined && route.protocol === undefined);

function bodySchema(route: Route): Json {
  return describedOperation(route).requestBody.content['application/json'].schema;
}

/** The query as one object, as the service parses it: each parameter is a text. */
function querySchema(route: Route): Json {
  const parameters = (describedOperation(route).parameters as Json[]).map(resolved).filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The error of the service for a value; undefined if it accepts the value. */
function refusal(schema: Route['body'], value: unknown): string | undefined {
  return schema?.safeParse(value).error?.issues[0]?.message;
}

function agree(schema: Json, value: unknown, message: string | undefined): void {
  const refused = problemsOf(schema, value);
  // The operation checks whether a URL can be called, after its schema has accepted it.
  const problems =
    message === undefined ? refused.filter((problem) => !problem.endsWith('must match format "uri"')) : refused;
  const shown = JSON.stringify(value)?.slice(0, 500);
  if (message === undefined) expect(problems, `refused by the description alone: ${shown}`).toEqual([]);
  else if (problems.length === 0) {
    const beyond = BEYOND_SCHEMA.some((text) => text.test(message));
    expect(beyond, `refused by the service alone (${message}): ${shown}`).toBe(true);
  }
}

describe('bodies', () => {
  test.each(BODIES)('$name accepts exactly the bodies that the description allows', (route) => {
    const { schema, example } = describedOperation(route).requestBody.content['application/json'];
    const values = fc.oneof(valuesOf(schema), fc.constant(example));
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(values, nearly(values)), (value) => {
        const message = refusal(route.body, value);
        if (message === undefined) taken += 1;
        agree(schema, value, message);
      }),
      { numRuns: BODY_RUNS },
    );
    // Some of the values that were generated from the description are valid.
    expect(taken).toBeGreaterThan(BODY_RUNS / 60);
  });

  test.each(MESSAGES)('The protocol accepts what the description of $name allows', (route) => {
    const schema = bodySchema(route);
    const values = valuesOf(schema);
    fc.assert(
      fc.property(fc.oneof(values, nearly(values)), (value) => {
        // ProtoJSON allows several forms of a message; the description has one of them.
        if (problemsOf(schema, value).length === 0) agree(schema, value, refusal(route.body, protoJson(value)));
      }),
      { numRuns: BODY_RUNS },
    );
  });
});

describe('base64 in the description', () => {
  const patternOf = (schema: string, field: string) =>
    new RegExp(DOCUMENT.components.schemas[schema].properties[field].pattern, 'u');

  test('The base64 patterns of the description match far more than the largest body that the service reads', () => {
    for (const pattern of [
      patternOf('NewPart', 'raw'),
      patternOf('NewAttachment', 'content_base64'),
      patternOf('RawMail', 'raw_base64'),
      patternOf('A2aPart', 'raw'),
    ]) {
      expect(pattern.test(`${'A'.repeat(8 * MAX_BODY_BYTES.mail - 4)}AA==`)).toBe(true);
    }
  });

  test('The base64 patterns of the description match every base64 text and no other', () => {
    const padded = patternOf('NewAttachment', 'content_base64');
    const canonical = patternOf('RawMail', 'raw_base64');
    const proto = patternOf('A2aPart', 'raw');
    const encoded = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    const nearlyEncoded = fc.tuple(encoded, fc.nat(140), fc.constantFrom('', '=', '==', 'A', 'B', '-', ' ', '\n'));
    const texts = nearlyEncoded.map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + piece.length));
    fc.assert(
      fc.property(fc.oneof(encoded, texts), (text) => {
        expect(padded.test(text)).toBe(isBase64(text));
        expect(canonical.test(text)).toBe(Buffer.from(text, 'base64').toString('base64') === text);
        expect(proto.test(text)).toBe(a2aPartSchema.safeParse({ raw: text }).success);
      }),
      { numRuns: sizeOf({ quick: 100, usual: 1000 }) },
    );
  });
});

describe('queries', () => {
  test.each(QUERIES)('$name accepts exactly the queries that the description allows', (route) => {
    const schema = querySchema(route);
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const texts = Object.entries(value as object).map(([name, one]) => [name, String(one)]);
        agree(schema, value, refusal(route.query, Object.fromEntries(texts)));
      }),
      { numRuns: QUERY_RUNS },
    );
  });

  test.each(QUERIES)('$name refuses parameters that the description does not have', (route) => {
    expect(refusal(route.query, { ...valid(route), surprise: '1' })).toBeDefined();
    expect(refusal(route.query, valid(route))).toBeUndefined();
  });
});

function valid(route: Route): Record<string, string> {
  const required: Readonly<Record<string, Record<string, string>>> = {
    waitForEvent: { type: 'mail.received' },
    search: { q: 'lamp' },
  };
  return required[route.name] ?? {};
}

/** The schema of an object without its optional fields. */
function onlyRequired({ properties = {}, required = [], ...rest }: Json): Json {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name));
  return { ...rest, required, properties: Object.fromEntries(kept) };
}

test('Every `not` of the description refuses something that is otherwise valid', () => {
  for (const [name, schema] of Object.entries<Json>(DOCUMENT.components.schemas)) {
    if (schema.not === undefined) continue;
    const { not: _, ...rest } = schema;
    const samples = { numRuns: sizeOf({ quick: 100, usual: 500 }), seed: 1 };
    // Objects of several optional fields rarely have none of them.
    const found = [...fc.sample(valuesOf(schema), samples), ...fc.sample(valuesOf(onlyRequired(schema)), samples)];
    const refused = found.filter(
      (value) => problemsOf(schema, value).length > 0 && problemsOf(rest, value).length === 0,
    );
    expect(refused.length, name).toBeGreaterThan(0);
  }
});
