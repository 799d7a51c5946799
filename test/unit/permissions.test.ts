import { describe, expect, test } from 'vitest';
import { permissionMatrix } from '#shared/contract/permissions.ts';
import type { Route } from '#shared/contract/route.ts';
import { ROUTES } from '#shared/contract/table.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { ROLE_OF_KEYS } from '#shared/domain/organization/role.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { authorize } from '#shared/runtime/pipeline/authorize.ts';

const organization = { id: 'org_1', name: 'Test', slug: 'test' };
const ORG: Actor = { kind: 'org', role: ROLE_OF_KEYS, keyHash: 'hash', keyId: 'key_1', organization };
const agent = (status: Identity['status']): Actor => ({
  kind: 'agent',
  keyHash: 'hash',
  keyId: 'key_2',
  organization,
  identity: { id: 'agt_1', status } as Identity,
});

const accessOf = (route: Route, actor: Actor): string => {
  try {
    authorize(route, actor);
    return 'yes';
  } catch (error) {
    return (error as AppError).code;
  }
};

const [titles = [], , ...rows] = permissionMatrix()
  .split('\n')
  .map((line) => line.slice(2, -2).split(' | '));
const cell = (route: Route, title: string) =>
  rows.find((row) => row[0] === `\`${route.name}\``)?.[titles.indexOf(title)];

describe('the permission matrix', () => {
  test('The permission matrix has one row for each operation, in the order of the route table', () => {
    expect(rows.map((row) => row[0])).toEqual(ROUTES.map((route) => `\`${route.name}\``));
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  });

  describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (name, route) => {
    test(`An org key may call ${name} exactly if the matrix says so`, () => {
      expect(cell(route, 'Org key')).toBe(accessOf(route, ORG) === 'yes' ? 'yes' : '403');
    });

    test(`An agent key may call ${name} exactly if the matrix says so`, () => {
      const expected =
        accessOf(route, agent('active')) === 'yes' ? ['yes', 'its own', 'its own and shared ones'] : ['403'];
      expect(expected).toContain(cell(route, 'Agent key'));
    });

    test(`A suspended agent may call ${name} exactly if it allows one`, () => {
      if (route.auth === 'none') return expect(cell(route, 'Suspended agent')).toBe('yes');
      expect(accessOf(route, agent('suspended'))).toBe(route.allowSuspended ? 'yes' : 'identity.suspended');
      expect(cell(route, 'Suspended agent')).toBe(route.allowSuspended ? 'yes' : '403');
    });

    test(`${name} can be called without a key exactly if it requires none`, () => {
      expect(cell(route, 'No key')).toBe(route.auth === 'none' ? 'yes' : '401');
    });
  });

  test('Only GET /v1/me can be called by a suspended agent', () => {
    expect(ROUTES.filter((route) => route.allowSuspended).map((route) => route.path)).toEqual(['/v1/me']);
  });

  test('The operations have the permissions of the contract', () => {
    const authOf = (path: string, method: string) =>
      ROUTES.find((route) => route.path === path && route.method === method)?.auth;
    const specified: [string, string, Route['auth'][]][] = [
      ['POST', '/v1/organizations', ['none']],
      ['POST', '/v1/api-keys', ['org']],
      ['GET', '/v1/api-keys', ['any-key']],
      ['POST', '/v1/api-keys/{id}/revoke', ['org']],
      ['GET', '/v1/me', ['any-key']],
      ['POST', '/v1/webhooks', ['resource-agent']],
      ['GET', '/v1/webhooks', ['any-key']],
      ['POST', '/v1/webhooks/{id}/rotate-secret', ['resource-agent']],
      ['GET', '/v1/webhooks/deliveries', ['any-key']],
      ['GET', '/v1/events/wait', ['resource-agent']],
      ['GET', '/v1/events', ['resource-agent']],
      ['POST', '/v1/events/{id}/replay', ['resource-agent']],
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

  test('An identity can be suspended, but no operation deletes it', () => {
    const methods = ROUTES.filter((route) => route.path === '/v1/identities/{id}').map((route) => route.method);
    expect(methods).toEqual(['GET']);
  });
});

test('An authorization error says which key is needed', () => {
  const route = ROUTES.find(({ auth }) => auth === 'org') as Route;
  expect(() => authorize(route, agent('active'))).toThrow(
    new AppError('auth.forbidden', 'This operation needs an org key.'),
  );
});
