import { describe, expect, test } from 'vitest';
import { plainApostrophes } from '#shared/contract/openapi/document.ts';
import { ownErrors } from '#shared/contract/openapi/errors.ts';
import { noteOf } from '#shared/contract/openapi/note-of.ts';
import type { Route } from '#shared/contract/route.ts';
import { errorsOf } from '#shared/contract/route-errors.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { ERRORS } from '#shared/domain/errors.ts';
import { EVENT_TYPES } from '#shared/domain/events.ts';
import {
  DOCUMENT,
  describedOperation,
  exampleOf,
  isDescribedIdempotent,
  type Json,
  problemsOf,
  resolve,
  resolved,
} from '#testing/described-api.ts';

const MAX_BYTES = 300_000;

/** Every object of a part of the document with its JSON pointer. Examples are data, and are skipped. */
function* objects(value: Json, pointer = '#'): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [pointer, value];
  for (const [name, member] of Object.entries(value)) {
    if (name === 'example' || (name === 'examples' && Array.isArray(member))) continue;
    yield* objects(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const SCHEMAS: Record<string, Json> = DOCUMENT.components.schemas;
const OPERATIONS = ROUTES.map((route) => ({ route, operation: describedOperation(route) as Json }));
const WEBHOOKS = Object.values<Json>(DOCUMENT.webhooks).flatMap((item) => Object.values<Json>(item));

/** The schemas of values in a part of the document: all except those in `not`, which describe refused values. */
function* schemasIn(schema: Json, pointer: string): Generator<[string, Json]> {
  yield [pointer, schema];
  for (const [name, property] of Object.entries<Json>(schema.properties ?? {}))
    yield* schemasIn(property, `${pointer}/${name}`);
  for (const keyword of ['items', 'additionalProperties']) {
    if (typeof schema[keyword] === 'object') yield* schemasIn(schema[keyword], `${pointer}/${keyword}`);
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const [index, part] of (schema[keyword] ?? []).entries())
      yield* schemasIn(part, `${pointer}/${keyword}/${index}`);
  }
}

const ALL_SCHEMAS = Object.entries(SCHEMAS).flatMap(([name, schema]) => [...schemasIn(schema, name)]);

describe('the document', () => {
  test('The description is an OpenAPI 3.1 document with the required fields', () => {
    expect(DOCUMENT.openapi).toMatch(/^3\.1\.\d+$/);
    expect(DOCUMENT.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  });

  test('The description has at most 300 KB', () => {
    expect(Buffer.byteLength(JSON.stringify(DOCUMENT))).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('The description has all routes and no others', () => {
    const described = Object.entries<object>(DOCUMENT.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((name) => name !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(ROUTES.map((route) => `${route.method} ${route.path}`).sort());
  });

  test('Every reference of the description can be resolved', () => {
    for (const [pointer, object] of objects(DOCUMENT)) {
      if (typeof object.$ref === 'string') expect(resolve(object.$ref), `${pointer}: ${object.$ref}`).toBeDefined();
    }
    for (const [name, { discriminator }] of Object.entries(SCHEMAS)) {
      for (const ref of Object.values<string>(discriminator?.mapping ?? {})) expect(resolve(ref), name).toBeDefined();
    }
  });

  test('Every component of the description is used', () => {
    const used = new Set([...objects(DOCUMENT)].map(([, object]) => object.$ref));
    for (const [section, components] of Object.entries<Json>(DOCUMENT.components)) {
      if (section === 'securitySchemes') continue;
      for (const name of Object.keys(components)) expect(used.has(`#/components/${section}/${name}`), name).toBe(true);
    }
  });

  test('No two components have the same name, because generators for Go use one name space', () => {
    const { schemas, parameters, responses } = DOCUMENT.components as Record<string, object>;
    const names = [schemas, parameters, responses].flatMap((group) => Object.keys(group ?? {}));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('The description contains no keywords of its generator', () => {
    const text = JSON.stringify(DOCUMENT);
    for (const trace of ['x-names', 'x-extends', 'unlisted', '"fields"', '9007199254740991', '"override"', '"$defs"']) {
      expect(text).not.toContain(trace);
    }
  });

  test('Operation ids, tags and names in client libraries are declared and unique', () => {
    const tags = DOCUMENT.tags.map(({ name }: { name: string }) => name);
    expect(new Set(tags).size).toBe(tags.length);
    const operations = [...OPERATIONS.map(({ operation }) => operation), ...WEBHOOKS];
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const operation of operations) expect(tags).toContain(operation.tags[0]);
    const markers = OPERATIONS.flatMap(({ operation }) => operation['x-aid-sdk'] ?? []);
    const names = markers.map(({ resource, method }: Json) => `${resource}.${method}`);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^(?:[a-z]\w*)?(?:\.[a-z]\w*)*$/);
    const resources = new Set(markers.map(({ resource }: Json) => resource));
    for (const name of names) expect(resources.has(name), `${name} is a method and a resource`).toBe(false);
  });
});

describe('schemas', () => {
  test('Every object schema has a name: none is nested in another one or in an operation', () => {
    const named = (pointer: string) => /^\w+(?:\/allOf\/\d+)?$/.test(pointer);
    const isObject = ({ type, properties, allOf }: Json) => type === 'object' || (properties ?? allOf) !== undefined;
    const nameless = ALL_SCHEMAS.filter(([pointer, schema]) => isObject(schema) && !named(pointer));
    expect(nameless.map(([pointer]) => pointer)).toEqual([]);
    for (const part of ['paths', 'webhooks']) {
      const inline = [...objects(DOCUMENT[part])].filter(([, object]) => object.properties !== undefined);
      expect(inline.map(([pointer]) => pointer)).toEqual([]);
    }
  });

  test('Every enumeration has a name, so that generators do not invent one', () => {
    const named = /^#\/components\/schemas\/\w+$/;
    const nameless = [...objects(DOCUMENT)].filter(
      // What is under `not` describes refused values, from which no generator makes a type.
      ([pointer, { enum: values }]) => Array.isArray(values) && !named.test(pointer) && !pointer.endsWith('/not'),
    );
    expect(nameless.map(([pointer]) => pointer)).toEqual([]);
  });

  test('The page of a list has the name of its items with `List`, and no object has another of its own name', () => {
    const last = (ref: string) => ref.split('/').at(-1);
    for (const { route, operation } of OPERATIONS) {
      if (!route.name.startsWith('list')) continue;
      const [{ schema }] = Object.values<Json>(resolved(operation.responses[route.status]).content);
      const [items] = Object.values<Json>(SCHEMAS[last(schema.$ref) as string].properties).filter(
        ({ type }) => type === 'array',
      );
      expect(last(schema.$ref), route.name).toBe(`${last(items.items.$ref)}List`);
    }
    const squeezed = (name: string) => name.replaceAll('_', '').toLowerCase();
    for (const [name, { properties = {} }] of Object.entries(SCHEMAS)) {
      for (const [property, { type }] of Object.entries<Json>(properties)) {
        const isPlain = ['string', 'integer', 'boolean'].includes(type);
        if (!isPlain) expect(squeezed(property), name).not.toBe(squeezed(name));
      }
    }
  });

  test('Unions consist of references, nulls and simple types, and have a name unless they are one type or null', () => {
    for (const [pointer, schema] of ALL_SCHEMAS) {
      const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
      if (parts.filter(({ type }) => type !== 'null').length > 1) expect(pointer).toMatch(/^\w+$/);
      for (const part of parts) {
        const plain = part.$ref !== undefined || ['string', 'integer', 'null', 'array'].includes(part.type);
        expect(plain, pointer).toBe(true);
      }
    }
  });

  test('Request objects refuse unknown fields, except those of protocols; response objects do not', () => {
    const reach = (schema: Json, seen: Set<string>): Set<string> => {
      for (const [, part] of schemasIn(schema, '')) {
        const name = part.$ref?.split('/').at(-1);
        if (name === undefined || seen.has(name)) continue;
        seen.add(name);
        reach(SCHEMAS[name], seen);
      }
      return seen;
    };
    const open = new Set<string>(['SnsMessage', 'Metadata', 'JsonObject', 'NewMailHeaders']);
    const requests = new Set<string>();
    const replies = new Set<string>();
    for (const { route, operation } of OPERATIONS) {
      for (const { schema } of Object.values<Json>(operation.requestBody?.content ?? {})) {
        for (const name of reach(schema, new Set())) (route.protocol === undefined ? requests : open).add(name);
      }
      for (const response of Object.values<Json>(operation.responses)) {
        for (const { schema } of Object.values<Json>(resolved(response).content ?? {})) reach(schema, replies);
      }
    }
    for (const name of requests) {
      if (SCHEMAS[name].type !== 'object' || open.has(name)) continue;
      expect(SCHEMAS[name].additionalProperties, name).toBe(false);
    }
    for (const name of replies) expect(SCHEMAS[name].additionalProperties, name).not.toBe(false);
  });

  test('Events are distinguished by their type, and every type has one variant', () => {
    expect(SCHEMAS.EventType.enum).toEqual(EVENT_TYPES);
    expect(Object.keys(SCHEMAS.Event.discriminator.mapping).sort()).toEqual([...EVENT_TYPES].sort());
    const bodies = Object.keys(SCHEMAS.WebhookBody.discriminator.mapping);
    expect(bodies.sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort());
    for (const union of [SCHEMAS.Event, SCHEMAS.WebhookBody]) {
      for (const [type, ref] of Object.entries<string>(union.discriminator.mapping)) {
        const [, own] = resolve(ref).allOf;
        const { const: only, enum: several } = resolved(own.properties.type);
        expect([only, ...(several ?? [])]).toContain(type);
      }
    }
  });
});

/** Whether a schema has a description, refers to one that does, or has one possible value, which needs none. */
function isDescribed(schema: Json): boolean {
  if (typeof schema.description === 'string' && schema.description !== '') return true;
  if (schema.const !== undefined) return true;
  if (schema.$ref !== undefined) return isDescribed(resolve(schema.$ref));
  if (schema.items !== undefined) return isDescribed(schema.items);
  const parts = (schema.anyOf ?? schema.allOf ?? []).filter((part: Json) => part.type !== 'null');
  return parts.length > 0 && parts.every(isDescribed);
}

describe('texts', () => {
  test('Every tag, component, property, parameter and header is described by a sentence', () => {
    const missing: string[] = [];
    for (const tag of DOCUMENT.tags) if (!isDescribed(tag)) missing.push(tag.name);
    for (const section of ['schemas', 'parameters', 'headers', 'responses', 'securitySchemes']) {
      for (const [name, component] of Object.entries<Json>(DOCUMENT.components[section])) {
        if (!isDescribed(component)) missing.push(`${section} ${name}`);
      }
    }
    for (const [pointer, schema] of ALL_SCHEMAS) {
      for (const [name, property] of Object.entries<Json>(schema.properties ?? {})) {
        if (!isDescribed(property)) missing.push(`${pointer}.${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('Every operation, its body and its responses are described', () => {
    for (const operation of [...OPERATIONS.map(({ operation }) => operation), ...WEBHOOKS]) {
      expect(operation.summary, operation.operationId).toMatch(/^[A-Z].*[^.]$/);
      expect(operation.description, operation.operationId).toMatch(/^[A-Z].*\.$/s);
      for (const { schema } of Object.values<Json>(operation.requestBody?.content ?? {})) {
        expect(isDescribed(schema), operation.operationId).toBe(true);
      }
      for (const response of Object.values<Json>(operation.responses)) {
        expect(resolved(response).description, operation.operationId).toMatch(/^[A-Z].*\.$/s);
        for (const { schema } of Object.values<Json>(resolved(response).content ?? {})) {
          expect(isDescribed(schema), operation.operationId).toBe(true);
        }
      }
      for (const parameter of operation.parameters ?? []) expect(isDescribed(resolved(parameter))).toBe(true);
    }
  });

  test('Every text of the description is a sentence', () => {
    for (const [pointer, { description }] of [...objects(DOCUMENT)]) {
      if (typeof description === 'string') expect(description, pointer).toMatch(/^[A-Z`0-9].*\.$/s);
    }
  });
});

describe('examples', () => {
  test('Every example of a schema is valid', () => {
    for (const [pointer, schema] of ALL_SCHEMAS) {
      for (const example of schema.examples ?? []) expect(problemsOf(schema, example), pointer).toEqual([]);
    }
  });

  test.each(OPERATIONS)(
    '$route.name has an example of its request and of every successful response in JSON',
    ({ operation }) => {
      const { content } = operation.requestBody ?? {};
      if (content !== undefined) {
        const { schema, example } = content['application/json'];
        expect(example).toBeDefined();
        expect(problemsOf(schema, example)).toEqual([]);
      }
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        if (!(Number(status) < 300)) continue;
        for (const { schema } of Object.values<Json>(resolved(response).content ?? {})) {
          const example = exampleOf(schema);
          expect(example).toBeDefined();
          expect(problemsOf(schema, example)).toEqual([]);
        }
      }
    },
  );

  test('The webhook deliveries have an example', () => {
    for (const { requestBody } of WEBHOOKS) {
      for (const { schema } of Object.values<Json>(requestBody.content)) {
        expect(problemsOf(schema, exampleOf(schema))).toEqual([]);
      }
    }
  });

  test('The examples of path parameters are ids', () => {
    for (const parameter of Object.values<Json>(DOCUMENT.components.parameters)) {
      if (parameter.in === 'path') expect(parameter.example).toMatch(/^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/);
    }
  });
});

function successesOf({ status, duplicateStatus, otherReply, protocol, cacheSeconds }: Route): number[] {
  const ofNotification = { 'json-rpc': 204, mcp: 202, 'http+json': undefined } as const;
  const none = protocol && ofNotification[protocol];
  const others = [duplicateStatus, otherReply?.status, none, cacheSeconds && 304];
  return [status, ...others.filter((one) => one !== undefined)];
}

describe.each(OPERATIONS)('$route.name', ({ route, operation }) => {
  const named = (place: string) =>
    (operation.parameters ?? [])
      .map(resolved)
      .filter((one: Json) => one.in === place)
      .map((one: Json) => one.name);

  test(`The operation ${route.name} is described under its name`, () => {
    expect(operation.operationId).toBe(route.name);
    expect(operation.description).toBe(plainApostrophes(route.summary));
    const { sdk } = noteOf(route.name);
    const marker = operation['x-aid-sdk'];
    if (typeof sdk === 'string')
      expect(`${marker.resource}.${marker.method}`).toBe(sdk.includes('.') ? sdk : `.${sdk}`);
    else {
      expect(marker).toBeUndefined();
      expect(sdk.without).toMatch(/^[A-Z].*\.$/);
    }
  });

  test(`The operation ${route.name} has all of its successful responses and errors`, () => {
    const statuses = Object.keys(operation.responses);
    expect(
      statuses
        .filter((status) => Number(status) < 400)
        .map(Number)
        .sort(),
    ).toEqual(successesOf(route).sort());
    for (const code of errorsOf(route)) {
      const { status } = ERRORS[code];
      const response = resolved(operation.responses[status] ?? operation.responses.default);
      const own: string[] = operation['x-aid-errors'] ?? [];
      const said = response.description + DOCUMENT.info.description;
      expect(own.includes(code) || said.includes(`\`${code}\``), code).toBe(true);
    }
    expect(operation['x-aid-errors'] ?? []).toEqual(ownErrors(route));
  });

  test(`The errors of ${route.name} have the headers of their own, and its rate limit is marked`, () => {
    for (const [status, given] of Object.entries<Json>(operation.responses)) {
      if (Number(status) < 400) continue;
      const { headers = {} } = resolved(given);
      const expected = { 429: ['retry-after'], default: ['retry-after', 'www-authenticate', 'link'] } as Json;
      expect(Object.keys(headers), status).toEqual(expected[status] ?? []);
      if (status === '429') expect(resolved(headers['retry-after']).required).toBe(true);
    }
    expect(operation['x-aid-budget'] ?? 'organization').toBe(route.budget);
  });

  test(`The parameters of ${route.name} are those that it parses, and path parameters are required`, () => {
    expect(named('path')).toEqual(Object.keys(route.params?.shape ?? {}));
    expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}));
    expect(named('header')).toEqual([
      ...(route.idempotent ? ['idempotency-key'] : []),
      ...(route.protocol === undefined || route.protocol === 'mcp' ? [] : ['A2A-Version']),
      ...(route.cacheSeconds === undefined ? [] : ['if-none-match']),
      ...Object.keys(route.signed?.headers.shape ?? {}),
    ]);
    for (const one of (operation.parameters ?? []).map(resolved)) {
      if (one.in === 'path' || one.name === 'A2A-Version') expect(one.required).toBe(true);
    }
  });

  test(`The body of ${route.name} is required unless all of its fields are optional`, () => {
    if (route.body === undefined) expect(operation.requestBody).toBeUndefined();
    else expect(operation.requestBody.required ?? false).toBe(route.bodyOptional !== true);
  });

  test(`The operation ${route.name} requires the kinds of keys that may call it`, () => {
    const schemes = (operation.security ?? DOCUMENT.security).flatMap((one: object) => Object.keys(one));
    const expected = { none: [], org: ['orgKey'], agent: ['agentKey'] } as Record<string, string[]>;
    expect(schemes).toEqual(expected[route.auth] ?? ['orgKey', 'agentKey']);
  });

  test(`The operation ${route.name} describes its idempotency, secrets and paging for client generators`, () => {
    expect(isDescribedIdempotent(operation)).toBe(route.idempotent);
    expect(operation['x-aid-secret'] !== undefined).toBe(route.onceOnlySecret);
    const pagination = operation['x-aid-pagination'];
    const marker = operation['x-aid-sdk'];
    if (marker !== undefined) {
      expect(marker.idempotent ?? false).toBe(route.idempotent);
      expect(marker.page !== undefined).toBe(route.name.startsWith('list'));
      if (pagination !== undefined) expect(marker.page).toBe(pagination.items);
      const { schema = {} } = operation.requestBody?.content['application/json'] ?? {};
      const fields = Object.keys(resolved(schema).properties ?? {});
      if (marker.identity !== undefined)
        expect([...named('path'), ...named('query'), ...fields]).toContain(marker.identity);
    }
    expect(pagination !== undefined).toBe(named('query').some((name: string) => /^(before|pageToken)$/.test(name)));
    if (pagination === undefined) return;
    const { parameter = 'before', cursor, items } = pagination;
    expect(named('query')).toContain(parameter);
    const [{ schema }] = Object.values<Json>(resolved(operation.responses[route.status]).content);
    const fields = Object.keys(resolved(schema).properties);
    expect(fields).toContain(items);
    // A field of the last item, or of the reply where it is a token.
    const item = Object.keys(resolved(resolved(schema).properties[items].items).properties ?? {});
    if (cursor !== undefined) expect([...fields, ...item]).toContain(cursor);
  });
});
