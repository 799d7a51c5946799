import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/contract/route-errors.ts';
import { ROUTES } from '../../shared/contract/table.ts';
import { ERRORS } from '../../shared/domain/errors.ts';
import { CheckedApi } from '../support/checked-api.ts';
import { sharedStack } from '../support/world.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: unknown; examples?: Record<string, unknown> }> }>;
}

interface Description {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

describe('GET /v1/openapi.json', () => {
  let document: Description;

  beforeAll(async () => {
    const body = await new CheckedApi(sharedStack().baseUrl).ok('getDescription');
    document = body as unknown as Description;
  });

  it('is a valid OpenAPI 3.1 document, and every reference in it leads somewhere', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as never);
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
      ([, pointer]) => pointer ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const pointer of new Set(references)) {
      const target = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (at, name) => (at as Record<string, unknown> | undefined)?.[decodeURIComponent(name)],
          document,
        );
      expect(target, pointer).toBeDefined();
    }
  });

  it('names the address it was asked at', () => {
    expect(document.servers).toEqual([{ url: sharedStack().baseUrl }]);
  });

  it('describes every route and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(ROUTES.map(({ name, method, path }) => `${name} ${method} ${path}`).sort());
  });

  it.each(ROUTES)('describes $name: who may call it, what it takes and everything it may answer', (route) => {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    if (operation === undefined) throw new Error('not described');
    expect(operation.summary).not.toBe('');
    const names = (place: string) =>
      (operation.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
    expect(names('path')).toEqual(Object.keys(route.params?.shape ?? {}));
    expect(names('query')).toEqual(Object.keys(route.query?.shape ?? {}));
    expect(names('header')).toEqual([
      ...(route.idempotent ? ['idempotency-key'] : []),
      ...Object.keys(route.signed?.headers.shape ?? {}),
    ]);
    expect(operation.requestBody === undefined).toBe(route.body === undefined);
    expect(operation.security.length === 0).toBe(route.auth === 'none');

    const success = operation.responses[route.status]?.content?.['application/json']?.schema;
    expect(success === undefined).toBe(route.reply === undefined);
    const errors = Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, { content }]) =>
        Object.keys(content?.['application/json']?.examples ?? {}).map((code) => `${code} ${status}`),
      );
    expect(errors.sort()).toEqual(
      errorsOf(route)
        .map((code) => `${code} ${ERRORS[code].status}`)
        .sort(),
    );
  });
});
