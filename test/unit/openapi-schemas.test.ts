import { expect, test } from 'vitest';
import { isList } from '#shared/contract/openapi/pagination.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { DOCUMENT, type Json, resolve, resolved } from '#testing/described-api.ts';
import { ALL_SCHEMAS, OPERATIONS, objects, SCHEMAS, schemasIn } from '../support/description-schemas.ts';

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
    if (!isList(route.name)) continue;
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
  const open = new Set<string>([
    'SnsMessage',
    'Metadata',
    'JsonObject',
    'NewMailHeaders',
    'MailVariables',
    'NewIssuerClaims',
    'CustomClaims',
  ]);
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
