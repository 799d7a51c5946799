import { describe, expect, test } from 'vitest';
import { methodsOf } from '#shared/contract/served-paths.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sizeOf } from '#testing/test-size.ts';
import { rotation } from '../../support/rotation.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PATHS = [
  '/v1//',
  '//',
  '/v2/me',
  '/v1/nonsense',
  '/v1/me/',
  '/v1/identities/x/',
  '/v1/events/wait/',
  '/v1/me//',
  '/v1/me/more',
  '/v1//me',
  '/V1/me',
  '/v1/ME',
  '/v1/events/x/y/z',
  '/v1/webhooks/x/y',
  '/favicon.ico',
  '/_local',
  '/_local/nonsense',
  '/v1/%6De',
  '/dev/v1/me',
];

/** Whether a route has this method and path, also through a path parameter. */
function isRouted(method: string, path: string): boolean {
  return ROUTES.some(
    (route) =>
      methodsOf(route).some((known) => known === method) &&
      new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** The paths of the table, each with methods that match no route: at the quick size with one of them. */
const UNROUTED = [...new Set(ROUTES.map((route) => route.path))].flatMap((path, index) => {
  const methods = METHODS.filter((method) => !isRouted(method, path));
  const tried = rotation(methods, index, Math.min(methods.length, sizeOf({ quick: 1, usual: METHODS.length })));
  return tried.length === 0 ? [] : [{ path, methods: tried }];
});

describe('paths without a route', () => {
  test.each(UNROUTED)(
    '$path with $methods is 404 route.not_found, with a key and without',
    async ({ path, methods }) => {
      const { baseUrl } = sharedStack();
      const tries = methods.flatMap((method) => [null, 'aid_org_nonsense'].map((key) => ({ method, key })));
      const codes = tries.map(async ({ method, key }) => {
        const { code } = await new CheckedApi(baseUrl, key).unrouted(method, path.replace(/\{\w+\}/g, 'x'));
        return { method, key, code };
      });
      expect(await Promise.all(codes)).toEqual(tries.map((one) => ({ ...one, code: 'route.not_found' })));
    },
  );

  test('Paths that resemble a route are 404 route.not_found, with a key and without', async () => {
    const { api } = await makeOrganization();
    for (const path of PATHS) {
      for (const caller of [api, api.as(null)])
        expect((await caller.unrouted('GET', path)).code, path).toBe('route.not_found');
    }
  });
});

describe('every reply', () => {
  test('Every reply has a new request id, which clients cannot choose', async () => {
    const { api } = await makeOrganization();
    const given = freshName('request');
    const ids = new Set<string | null>();
    for (let count = 0; count < 5; count++) {
      const { headers } = await api.call('getMe', { headers: { 'x-request-id': given, 'x-amzn-requestid': given } });
      ids.add(headers.get('x-request-id'));
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(given);
  });

  test('Every reply states the remaining rate limit, which each request reduces', async () => {
    const { api } = await makeOrganization();
    const remaining = async () => Number((await api.call('getMe')).headers.get('ratelimit-remaining'));
    const first = await remaining();
    const second = await remaining();
    // A new minute may have begun in between.
    expect(second === first - 1 || second > first).toBe(true);
  });
});
