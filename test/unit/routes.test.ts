import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorsOf } from '#shared/contract/route-errors.ts';
import { ROUTE_GROUPS, ROUTES } from '#shared/contract/table.ts';
import { ERRORS } from '#shared/domain/errors/errors.ts';
import { loadOperation, operationFile } from '../support/in-process-api.ts';

/** The operations outside of `/v1/`: those that tell a caller where to begin, and those at a place of a standard. */
const ENTRY_PATHS = ['/', '/v1', '/llms.txt', '/.well-known/openid-configuration', '/.well-known/jwks.json'];
const MUTATING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** The operations with a secret in the reply that is shown only once, by the contract. */
const ONCE_ONLY = new Set([
  'verifySignup',
  'login',
  'createOrganization',
  'createApiKey',
  'createStream',
  'createWebhook',
  'createProviderAccount',
  'rotateWebhookSecret',
  'createLease',
  'claimLease',
  'createIdentityToken',
  'exchangeToken',
  'createTotp',
]);

describe('the route table', () => {
  test('No two operations have the same method and path, or the same name', () => {
    const places = ROUTES.map((route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(ROUTES.length);
    expect(new Set(ROUTES.map((route) => route.name)).size).toBe(ROUTES.length);
    expect(ROUTE_GROUPS.length).toBeGreaterThan(0);
  });

  test('Parameters at the same position of a path have the same name, as API Gateway requires', () => {
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
    test(`The path of ${name} names exactly the parameters that it parses`, () => {
      // The A2A protocol has its own paths. API Gateway accepts a colon in a path part (developer guide, Important
      // notes).
      const part = route.protocol === undefined ? '[a-z0-9.-]+' : '[A-Za-z0-9.:-]+';
      if (!ENTRY_PATHS.includes(route.path)) {
        expect(route.path).toMatch(new RegExp(`^/v1(?:/(?:${part}|\\{[a-z]+\\}))+$`));
      }
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(route.params?.shape ?? {})).toEqual(named);
    });

    test(`The file of ${name}, its export and its route have the same name`, async () => {
      expect(existsSync(operationFile(route)), operationFile(route)).toBe(true);
      expect((await loadOperation(route)).route).toBe(route);
    });

    test(`The operation ${name} accepts an idempotency key exactly if it is mutating and its protocol has no equivalent`, () => {
      expect(route.idempotent).toBe(MUTATING.has(route.method) && route.protocol === undefined);
    });

    test(`The status of ${name} follows from its method`, () => {
      // The A2A protocol responds to a deletion with an empty object, which its clients parse.
      if (route.method === 'DELETE') expect(route.status).toBe(route.protocol === undefined ? 204 : 200);
      if (['GET', 'PUT', 'PATCH'].includes(route.method)) expect(route.status).toBe(200);
      expect(route.status === 204).toBe((route.reply ?? route.events ?? route.text) === undefined);
      if (route.onceOnlySecret) expect(MUTATING.has(route.method)).toBe(true);
    });

    test(`The operation ${name} returns a secret that is shown only once exactly if the contract says so`, () => {
      if (ROUTES.some((one) => ONCE_ONLY.has(one.name))) expect(route.onceOnlySecret).toBe(ONCE_ONLY.has(name));
    });

    test(`${name} has a body only if its method is mutating`, () => {
      if (route.body !== undefined) expect(MUTATING.has(route.method)).toBe(true);
      if (route.bodyOptional) expect(route.body?.safeParse({}).success).toBe(true);
      else if (route.body !== undefined) expect(route.body.safeParse({}).success).toBe(false);
    });

    test(`The operation ${name} refuses unknown fields in body and query`, () => {
      // A2A v1.0, section 5.7: unrecognized fields are ignored.
      if (route.protocol !== undefined) return;
      for (const schema of [route.body, route.query]) {
        const issues = schema?.safeParse({ surely_unknown: '1' }).error?.issues ?? [];
        if (schema !== undefined) expect(issues.map((issue) => issue.code)).toContain('unrecognized_keys');
      }
    });

    test(`The errors of ${name} are in the table of errors, without duplicates, and match its authentication`, () => {
      const errors = errorsOf(route);
      expect(new Set(errors).size).toBe(errors.length);
      for (const code of errors) expect(ERRORS[code]).toBeDefined();
      expect(errors.includes('auth.unauthorized')).toBe(route.auth !== 'none' || route.signed !== undefined);
      expect(errors.includes('rate_limit.exceeded')).toBe(route.budget !== 'none');
      expect(errors.includes('idempotency.conflict')).toBe(route.idempotent);
      if (route.path.includes('{')) expect(errors).toContain('resource.not_found');
      expect(route.auth === 'resource-agent').toBe(route.auth !== 'agent' && route.resources !== undefined);
    });

    test(`The operation ${name} consumes the rate limit of the organization exactly if it authenticates the caller`, () => {
      if (route.auth !== 'none') expect(route.budget).toBe('organization');
      else expect(route.budget).toBe(route.group === 'system' ? 'none' : 'address');
    });
  });
});
