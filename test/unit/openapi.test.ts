import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../shared/contract/openapi.ts';
import { errorsOf } from '../../shared/contract/route-errors.ts';
import { ROUTES } from '../../shared/contract/table.ts';
import { ERRORS } from '../../shared/domain/errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON a client gets
const document: any = JSON.parse(JSON.stringify(openApiDocument('https://api.example.com')));

/** Every object in the document, with its JSON pointer. */
function* objects(value: unknown, pointer = '#'): Generator<[string, Record<string, unknown>]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [pointer, value as Record<string, unknown>];
  for (const [name, member] of Object.entries(value)) {
    yield* objects(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document);

describe('openapi.json', () => {
  test('it is an OpenAPI 3.1 document with its required fields', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: 'https://api.example.com' }]);
  });

  test('it has every route and no other', () => {
    const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(ROUTES.map((route) => `${route.method} ${route.path}`).sort());
  });

  test('every reference leads to something', () => {
    for (const [pointer, object] of objects(document)) {
      if (typeof object.$ref === 'string') expect(resolve(object.$ref), `${pointer}: ${object.$ref}`).toBeDefined();
    }
  });

  test('every component schema is used', () => {
    const used = new Set([...objects(document)].map(([, object]) => object.$ref));
    for (const name of Object.keys(document.components.schemas)) {
      expect(used.has(`#/components/schemas/${name}`), name).toBe(true);
    }
  });

  test('no object of a request is open to unknown fields', () => {
    for (const [pointer, object] of objects(document.paths)) {
      if (!pointer.includes('requestBody') || object.type !== 'object' || object.properties === undefined) continue;
      expect(object.additionalProperties, pointer).toBe(false);
    }
  });

  test('operation ids and tags are declared and unique', () => {
    const operations = [...objects(document.paths)].map(([, object]) => object).filter((o) => o.operationId);
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(ROUTES.length);
    const tags = document.tags.map((tag: { name: string }) => tag.name);
    expect(new Set(tags).size).toBe(tags.length);
    for (const operation of operations) expect(tags).toEqual(expect.arrayContaining(operation.tags as string[]));
  });

  describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (name, route) => {
    const operation = document.paths[route.path][route.method.toLowerCase()];

    test('it is described under its own name', () => {
      expect(operation.operationId).toBe(name);
      expect(operation.summary).toBe(route.summary);
    });

    test('its success and every one of its errors are there', () => {
      const also = [route.repeatStatus, route.cacheSeconds && 304].filter((status) => status !== undefined);
      const statuses = new Set(
        [route.status, ...also, ...errorsOf(route).map((code) => ERRORS[code].status)].map(String),
      );
      expect(Object.keys(operation.responses).sort()).toEqual([...statuses].sort());
      for (const code of errorsOf(route)) {
        const response = operation.responses[String(ERRORS[code].status)];
        expect(response.description).toContain(`\`${code}\``);
        expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
        expect(response.content['application/json'].examples[code]).toBeDefined();
      }
      expect(operation.responses[String(route.status)].content === undefined).toBe(route.reply === undefined);
    });

    test('every answer tells its request id, and one of a budget how that stands', () => {
      for (const response of Object.values<{ headers: object }>(operation.responses)) {
        expect(Object.keys(response.headers)).toContain('x-request-id');
        expect('ratelimit-limit' in response.headers).toBe(route.budget !== 'none');
      }
    });

    test('its parameters are those it parses, path parameters required', () => {
      const parameters: { in: string; name: string; required?: boolean }[] = operation.parameters ?? [];
      const named = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name);
      expect(named('path')).toEqual(Object.keys(route.params?.shape ?? {}));
      expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}));
      expect(named('header')).toEqual([
        ...(route.idempotent ? ['idempotency-key'] : []),
        ...Object.keys(route.signed?.headers.shape ?? {}),
      ]);
      expect(parameters.every((one) => one.in !== 'path' || one.required === true)).toBe(true);
    });

    test('its body is required unless every field of it is optional', () => {
      expect(operation.requestBody?.required).toBe(route.body === undefined ? undefined : route.bodyOptional !== true);
    });

    test('it asks for the keys that may call it', () => {
      const schemes = operation.security.flatMap((one: object) => Object.keys(one));
      const expected = { none: [], org: ['orgKey'], agent: ['agentKey'] } as Record<string, string[]>;
      expect(schemes).toEqual(expected[route.auth] ?? ['orgKey', 'agentKey']);
    });
  });
});
