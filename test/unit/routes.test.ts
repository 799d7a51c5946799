import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorsOf } from '../../shared/contract/route-errors.ts';
import { ROUTE_GROUPS, ROUTES } from '../../shared/contract/table.ts';
import { ERRORS } from '../../shared/domain/errors.ts';
import { loadOperation, operationFile } from '../support/in-process-api.ts';

const MUTATING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Replies that hold what is shown once, by the specification and shapes. */
const ONCE_ONLY = new Set([
  'verifySignup',
  'login',
  'createOrganization',
  'createApiKey',
  'createWebhook',
  'createProviderAccount',
  'rotateWebhookSecret',
]);

describe('the route table', () => {
  test('no two operations share a method and path, and no two a name', () => {
    const places = ROUTES.map((route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(ROUTES.length);
    expect(new Set(ROUTES.map((route) => route.name)).size).toBe(ROUTES.length);
    expect(ROUTE_GROUPS.length).toBeGreaterThan(0);
  });

  test('parameters at one place of a path have one name, as API Gateway demands', () => {
    const names = new Map<string, string>();
    for (const { path } of ROUTES) {
      const parts = path.split('/');
      parts.forEach((part, index) => {
        if (!part.startsWith('{')) return;
        const before = parts.slice(0, index).join('/');
        expect(names.get(before) ?? part, path).toBe(part);
        names.set(before, part);
      });
    }
  });

  describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (name, route) => {
    test('its path is explicit and names exactly the parameters it parses', () => {
      // A protocol's paths are the protocol's; API Gateway takes a colon in a part (developer guide, Important notes).
      const part = route.protocol === undefined ? '[a-z0-9.-]+' : '[A-Za-z0-9.:-]+';
      expect(route.path).toMatch(new RegExp(`^/v1(?:/(?:${part}|\\{[a-z]+\\}))+$`));
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(route.params?.shape ?? {})).toEqual(named);
    });

    test('it has one name everywhere: the file, what the file exports, and the route it is bound to', async () => {
      expect(existsSync(operationFile(route)), operationFile(route)).toBe(true);
      expect((await loadOperation(route)).route).toBe(route);
    });

    test('it takes an idempotency key if and only if it changes something and its protocol has no such thing', () => {
      expect(route.idempotent).toBe(MUTATING.has(route.method) && route.protocol === undefined);
    });

    test('its status follows from what it does', () => {
      // The protocol answers a deletion by an empty object, which its clients parse.
      if (route.method === 'DELETE') expect(route.status).toBe(route.protocol === undefined ? 204 : 200);
      if (['GET', 'PUT', 'PATCH'].includes(route.method)) expect(route.status).toBe(200);
      expect(route.status === 204).toBe((route.reply ?? route.events) === undefined);
      if (route.onceOnlySecret) expect(MUTATING.has(route.method)).toBe(true);
    });

    test('it shows a once-only secret exactly where the specification says so', () => {
      if (ROUTES.some((one) => ONCE_ONLY.has(one.name))) expect(route.onceOnlySecret).toBe(ONCE_ONLY.has(name));
    });

    test('a body it has is of a mutating method', () => {
      if (route.body !== undefined) expect(MUTATING.has(route.method)).toBe(true);
      if (route.bodyOptional) expect(route.body?.safeParse({}).success).toBe(true);
      else if (route.body !== undefined) expect(route.body.safeParse({}).success).toBe(false);
    });

    test('it refuses a field that it does not know, in body and query', () => {
      // A2A v1.0, section 5.7: fields that are not recognised are passed over.
      if (route.protocol !== undefined) return;
      for (const schema of [route.body, route.query]) {
        const issues = schema?.safeParse({ surely_unknown: '1' }).error?.issues ?? [];
        if (schema !== undefined) expect(issues.map((issue) => issue.code)).toContain('unrecognized_keys');
      }
    });

    test('its errors are of the catalogue, each once, and follow from who may call it', () => {
      const errors = errorsOf(route);
      expect(new Set(errors).size).toBe(errors.length);
      for (const code of errors) expect(ERRORS[code]).toBeDefined();
      expect(errors.includes('auth.unauthorized')).toBe(route.auth !== 'none' || route.signed !== undefined);
      expect(errors.includes('rate_limit.exceeded')).toBe(route.budget !== 'none');
      expect(errors.includes('idempotency.conflict')).toBe(route.idempotent);
      if (route.path.includes('{')) expect(errors).toContain('resource.not_found');
      if (route.auth === 'owner') expect(errors).toContain('auth.forbidden');
    });

    test('it draws on the budget of its organization exactly when somebody is known', () => {
      if (route.auth !== 'none') expect(route.budget).toBe('organization');
      else expect(route.budget).toBe(route.group === 'system' ? 'none' : 'address');
    });
  });
});
