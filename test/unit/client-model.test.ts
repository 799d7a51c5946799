import { expect, test } from 'vitest';
import type { Method, Resource, Type, TypeExpression } from '#clients/description/model/model.ts';
import { readModel } from '#clients/description/model/read-model.ts';
import names from '#clients/vectors/names.json' with { type: 'json' };
import { noteOf } from '#shared/contract/openapi/note-of.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { DOCUMENT, type Json } from '#testing/described-api.ts';

const MODEL = readModel(DOCUMENT);

const METHODS = new Map(methodsOf(MODEL.client));

/** The methods of a resource and of those below it, by their full names. */
function methodsOf({ path, methods, resources }: Resource): [string, Method][] {
  const own = methods.map((method): [string, Method] => [[...path, method.name].join('.'), method]);
  return [...own, ...resources.flatMap(methodsOf)];
}

function typeNamed(name: string): Type {
  const type = MODEL.types.find((one) => one.name === name);
  if (type === undefined) throw new Error(`the model has no type ${name}`);
  return type;
}

/** Every expression within another one, itself included. */
function* expressionsIn(expression: TypeExpression): Generator<TypeExpression> {
  yield expression;
  if (!('of' in expression)) return;
  for (const part of Array.isArray(expression.of) ? expression.of : [expression.of]) yield* expressionsIn(part);
}

/** The description with one part replaced. */
function changed(change: (description: Json) => void): Json {
  const copy = structuredClone(DOCUMENT);
  change(copy);
  return copy;
}

test('The methods of the model are the names that clients rely on', () => {
  expect([...METHODS.keys()].sort()).toEqual(names.methods);
});

test('Every operation with a method in client libraries is in the model once, with its verb, path and key', () => {
  const operations = new Map([...METHODS.values()].map((method) => [method.operation, method]));
  expect(operations.size).toBe(METHODS.size);
  for (const { name, method, path, params, query, body, idempotent, auth } of ROUTES) {
    const found = operations.get(name);
    expect(found !== undefined, name).toBe(typeof noteOf(name).sdk === 'string');
    if (found === undefined) continue;
    expect(found).toMatchObject({ verb: method, path, idempotent });
    expect(found.pathParameters.map((one) => one.name)).toEqual(Object.keys(params?.shape ?? {}));
    expect(found.query.map((one) => one.name)).toEqual(Object.keys(query?.shape ?? {}));
    expect(found.body !== undefined, name).toBe(body !== undefined);
    expect(found.auth).toBe(auth === 'any-key' || auth === 'resource-agent' ? 'any' : auth);
  }
});

test('A method with an identity has it where the model says, and in the path of all that belongs to an agent', () => {
  for (const [name, { path, auth, identity, pathParameters, query, body }] of METHODS) {
    const inBody = body?.type.kind === 'reference' ? typeNamed(body.type.name) : undefined;
    const places = {
      path: pathParameters,
      query,
      body: inBody?.kind === 'object' ? inBody.fields : [],
    };
    if (identity !== undefined) {
      expect(
        places[identity.in].map((one) => one.name),
        name,
      ).toContain(identity.name);
    }
    const isOfAnAgent = path.startsWith('/v1/identities/{id}/') && !name.startsWith('identities.') && auth !== 'none';
    expect(identity?.in === 'path', name).toBe(isOfAnAgent);
  }
});

test('A list says where its rows are and how the next page is asked for', () => {
  expect(METHODS.get('events.list')?.page).toEqual({
    items: 'events',
    row: { kind: 'reference', name: 'Event' },
    cursor: 'created_at',
    forwards: 'since',
  });
  expect(METHODS.get('vault.leases.redemptions')?.page?.cursor).toBe('at');
  expect(METHODS.get('events.streams.list')?.page?.cursor).toBeUndefined();
  for (const [name, { page, query }] of METHODS) {
    const parameters = query.map((parameter) => parameter.name);
    // A count of folders continues where it ended, and has no pages.
    expect(page?.cursor !== undefined, name).toBe(name !== 'mail.folders' && parameters.includes('before'));
    // Elsewhere `since` is a filter, and the list stays newest first.
    expect(page?.forwards !== undefined, name).toBe(name === 'events.list');
  }
});

test('Every type that the model refers to is in it, after those that it extends, and is used', () => {
  const known = new Set(MODEL.types.map(({ name }) => name));
  expect(known.size).toBe(MODEL.types.length);
  const placed = new Set<string>();
  const used = new Set(['Event', 'WebhookBody', 'ErrorBody']);
  const use = (expression: TypeExpression) => {
    for (const one of expressionsIn(expression)) if (one.kind === 'reference') used.add(one.name);
  };
  for (const type of MODEL.types) {
    placed.add(type.name);
    if (type.kind === 'object') {
      for (const base of type.extends) expect(placed.has(base), `${type.name} extends ${base}`).toBe(true);
      for (const base of type.extends) used.add(base);
      for (const field of type.fields) use(field.type);
      if (type.others !== undefined) use(type.others);
    }
    if (type.kind === 'alias') use(type.type);
    if (type.kind === 'union')
      for (const name of [...type.variants.map((one) => one.type), type.unknown]) used.add(name);
  }
  for (const { pathParameters, query, body, reply, page } of METHODS.values()) {
    for (const { type } of [...pathParameters, ...query]) use(type);
    for (const type of [body?.type, reply, page?.row]) if (type !== undefined) use(type);
  }
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !used.has(name))).toEqual([]);
});

test('A union has a variant for every event type, and one for those of a newer service', () => {
  for (const [name, others] of [
    ['Event', []],
    ['WebhookBody', ['webhook.test']],
  ] as const) {
    const union = typeNamed(name);
    if (union.kind !== 'union') throw new Error(`${name} is no union`);
    expect(union.discriminator).toBe('type');
    expect(union.variants.flatMap(({ values }) => values).sort()).toEqual([...EVENT_TYPES, ...others].sort());
    expect(typeNamed(union.unknown)).toMatchObject({ kind: 'object', usedIn: 'reply' });
  }
  expect(typeNamed('UnknownEvent')).toMatchObject({
    extends: ['EventBase'],
    fields: [
      { name: 'type', type: { kind: 'string' }, required: true },
      { name: 'payload', type: { kind: 'map', of: { kind: 'any' } }, required: true },
    ],
  });
});

test('The model says which types requests contain and which replies contain', () => {
  const usages = { SendMail: 'request', Message: 'reply', MailFolder: 'both', Metadata: 'both', ErrorBody: 'reply' };
  for (const [name, usage] of Object.entries(usages)) expect(typeNamed(name).usedIn, name).toBe(usage);
});

test('Every type, field, parameter and method of the model has a text', () => {
  const textless: string[] = [];
  const note = (name: string, text: string) => text === '' && textless.push(name);
  const hasText = (type: TypeExpression): boolean =>
    type.kind === 'constant' ||
    (type.kind === 'reference' && typeNamed(type.name).text !== '') ||
    ((type.kind === 'nullable' || type.kind === 'list') && hasText(type.of));
  for (const [name, { title, text, query, pathParameters }] of METHODS) {
    note(name, title);
    note(name, text);
    for (const parameter of [...query, ...pathParameters]) note(`${name} ${parameter.name}`, parameter.text);
  }
  for (const type of MODEL.types) {
    if (type.kind !== 'object' || type.extends.length === 0) note(type.name, type.text);
    if (type.kind !== 'object') continue;
    for (const field of type.fields) if (!hasText(field.type)) note(`${type.name}.${field.name}`, field.text);
  }
  expect(textless).toEqual([]);
});

test('The model is plain JSON, so that an emitter may be written in any language', () => {
  expect(JSON.parse(JSON.stringify(MODEL))).toEqual(MODEL);
});

test('A description is refused if the model could not say all of it', () => {
  expect(() => readModel({ openapi: '3.0.3' })).toThrow('not a description in OpenAPI 3.1');
  expect(() => readModel({ ...DOCUMENT, paths: {} })).toThrow('x-aid-sdk');
  const nested = changed(({ components: { schemas } }) => {
    schemas.Usage.properties.nested = { type: 'object', properties: { one: { type: 'string' } } };
  });
  expect(() => readModel(nested)).toThrow('Usage.nested: an object without a name');
  const absent = changed(({ components: { schemas } }) => {
    delete schemas.Usage;
  });
  expect(() => readModel(absent)).toThrow('no type Usage');
  const misnamed = changed(({ paths }) => {
    paths['/v1/events'].get['x-aid-sdk'].identity = 'agent_id';
  });
  expect(() => readModel(misnamed)).toThrow('nothing is called agent_id');
});
