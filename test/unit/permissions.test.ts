import { describe, expect, test } from 'vitest';
import { permissionMatrix } from '../../shared/contract/permissions.ts';
import type { Route } from '../../shared/contract/route.ts';
import { ROUTES } from '../../shared/contract/table.ts';
import type { Identity } from '../../shared/data/entities/identity.ts';
import { AppError } from '../../shared/domain/errors.ts';
import type { Actor } from '../../shared/runtime/pipeline/actor.ts';
import { authorize } from '../../shared/runtime/pipeline/authorize.ts';

const organization = { id: 'org_1', name: 'Test', slug: 'test' };
const ORG: Actor = { kind: 'org', keyId: 'key_1', organization };
const agent = (status: Identity['status']): Actor => ({
  kind: 'agent',
  keyId: 'key_2',
  organization,
  identity: { id: 'agt_1', status } as Identity,
});

const verdict = (route: Route, actor: Actor): string => {
  try {
    authorize(route, actor);
    return 'yes';
  } catch (error) {
    return (error as AppError).code;
  }
};

const rows = permissionMatrix()
  .split('\n')
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '));
const cell = (route: Route, column: number) => rows.find((row) => row[0] === `\`${route.name}\``)?.[column];

describe('the permission matrix', () => {
  test('it has one row an operation, in the order of the table', () => {
    expect(rows.map((row) => row[0])).toEqual(ROUTES.map((route) => `\`${route.name}\``));
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  });

  describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (_, route) => {
    test('an org key is judged as the matrix says', () => {
      expect(cell(route, 3)).toBe(verdict(route, ORG) === 'yes' ? 'yes' : '403');
    });

    test('an agent key is judged as the matrix says', () => {
      const expected = verdict(route, agent('active')) === 'yes' ? ['yes', 'its own'] : ['403'];
      expect(expected).toContain(cell(route, 4));
    });

    test('a suspended agent is refused as such, but for what it may always call', () => {
      if (route.auth === 'none') return expect(cell(route, 5)).toBe('yes');
      expect(verdict(route, agent('suspended'))).toBe(route.allowSuspended ? 'yes' : 'identity.suspended');
      expect(cell(route, 5)).toBe(route.allowSuspended ? 'yes' : '403');
    });

    test('without a key only what asks for none answers', () => {
      expect(cell(route, 6)).toBe(route.auth === 'none' ? 'yes' : '401');
    });
  });

  test('only GET /v1/me answers a suspended agent', () => {
    expect(ROUTES.filter((route) => route.allowSuspended).map((route) => route.path)).toEqual(['/v1/me']);
  });

  test('the operations are as the specification’s matrix has them', () => {
    const authOf = (path: string, method: string) =>
      ROUTES.find((route) => route.path === path && route.method === method)?.auth;
    const specified: [string, string, Route['auth'][]][] = [
      ['POST', '/v1/organizations', ['none']],
      ['POST', '/v1/api-keys', ['org']],
      ['GET', '/v1/api-keys', ['any-key']],
      ['POST', '/v1/api-keys/{id}/revoke', ['org']],
      ['GET', '/v1/me', ['any-key']],
      ['POST', '/v1/webhooks', ['owner']],
      ['GET', '/v1/webhooks', ['any-key']],
      ['POST', '/v1/webhooks/{id}/rotate-secret', ['owner']],
      ['GET', '/v1/webhooks/deliveries', ['any-key']],
      ['GET', '/v1/events/wait', ['any-key']],
      ['GET', '/v1/events', ['any-key']],
      ['POST', '/v1/events/{id}/replay', ['any-key']],
      ['POST', '/v1/identities', ['org']],
      ['GET', '/v1/identities', ['org']],
      ['POST', '/v1/identities/{id}/suspend', ['org']],
      ['POST', '/v1/identities/{id}/reinstate', ['org']],
      ['GET', '/v1/health', ['none']],
      ['GET', '/v1/ready', ['none']],
      ['GET', '/v1/openapi.json', ['none']],
    ];
    for (const [method, path, auths] of specified) expect(auths, `${method} ${path}`).toContain(authOf(path, method));
  });

  test('there is no way to change or delete an identity but to suspend it', () => {
    const methods = ROUTES.filter((route) => route.path === '/v1/identities/{id}').map((route) => route.method);
    expect(methods).toEqual(['GET']);
  });
});

test('an error of authorization tells which key is needed', () => {
  const route = ROUTES.find(({ auth }) => auth === 'org') as Route;
  expect(() => authorize(route, agent('active'))).toThrow(
    new AppError('auth.forbidden', 'This operation needs an org key.'),
  );
});
