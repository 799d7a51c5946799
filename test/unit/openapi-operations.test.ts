import { describe, expect, test } from 'vitest';
import { plainApostrophes } from '#shared/contract/openapi/document.ts';
import { ownErrors } from '#shared/contract/openapi/errors.ts';
import { noteOf } from '#shared/contract/openapi/note-of.ts';
import { isList } from '#shared/contract/openapi/pagination.ts';
import type { Route } from '#shared/contract/route.ts';
import { errorsOf } from '#shared/contract/route-errors.ts';
import { ERRORS } from '#shared/domain/errors/errors.ts';
import { DOCUMENT, isDescribedIdempotent, type Json, resolved } from '#testing/described-api.ts';
import { OPERATIONS } from '../support/description-schemas.ts';

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
      // One response describes every 409: the header comes with one of its codes.
      const expected = {
        409: ['retry-after'],
        429: ['retry-after'],
        default: ['retry-after', 'www-authenticate', 'link'],
      } as Json;
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
      expect(marker.page !== undefined).toBe(isList(route.name));
      if (pagination !== undefined) expect(marker.page).toBe(pagination.items);
      const { schema = {} } = operation.requestBody?.content['application/json'] ?? {};
      const fields = Object.keys(resolved(schema).properties ?? {});
      if (marker.identity !== undefined)
        expect([...named('path'), ...named('query'), ...fields]).toContain(marker.identity);
    }
    const hasPages = named('query').some((name: string) => /^(before|pageToken)$/.test(name));
    expect(pagination !== undefined).toBe(isList(route.name) && hasPages);
    if (pagination === undefined) return;
    const { parameter = 'before', cursor, items, forwards } = pagination;
    expect(named('query')).toContain(parameter);
    const oldestFirst = operation.parameters.map(resolved).filter((one: Json) => /oldest first/.test(one.description));
    expect(oldestFirst.map((one: Json) => one.name)).toEqual(forwards === undefined ? [] : [forwards]);
    const [{ schema }] = Object.values<Json>(resolved(operation.responses[route.status]).content);
    const fields = Object.keys(resolved(schema).properties);
    expect(fields).toContain(items);
    // A field of the last item, or of the reply where it is a token.
    const item = Object.keys(resolved(resolved(schema).properties[items].items).properties ?? {});
    if (cursor !== undefined) expect([...fields, ...item]).toContain(cursor);
  });
});
