import { describe, expect, test } from 'vitest';
import { methodsOf } from '#shared/contract/route.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PATHS = [
  '/v1/',
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

/** Combinations of a method and a path of the table that match no route, not even through a path parameter. */
const UNKNOWN_METHODS = [...new Set(ROUTES.map((route) => route.path))].flatMap((path) =>
  METHODS.filter(
    (method) =>
      !ROUTES.some(
        (route) =>
          methodsOf(route).some((known) => known === method) &&
          new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
      ),
  ).map((method) => ({ method, path })),
);

describe('paths without a route', () => {
  test.each(UNKNOWN_METHODS)(
    '$method $path is 404 route.not_found, with a key and without',
    async ({ method, path }) => {
      const { baseUrl } = sharedStack();
      for (const key of [null, 'aid_org_nonsense']) {
        const error = await new CheckedApi(baseUrl, key).unrouted(method, path.replace(/\{\w+\}/g, 'x'));
        expect(error.code).toBe('route.not_found');
      }
    },
  );

  test.each(PATHS)('%s is 404 route.not_found, with a key and without', async (path) => {
    const { api } = await makeOrganization();
    for (const caller of [api, api.as(null)]) expect((await caller.unrouted('GET', path)).code).toBe('route.not_found');
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
