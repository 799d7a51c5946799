import { describe, expect, test } from 'vitest';
import { Router } from '#local/gateway/router.ts';

describe('the router of the local gateway', () => {
  const router = new Router<string>();
  router.add('GET', '/v1/webhooks/deliveries', 'list');
  router.add('PATCH', '/v1/webhooks/{id}', 'change');
  router.add('POST', '/v1/webhooks/{id}/test', 'test');

  test('The router prefers a literal resource to a parameter', () => {
    expect(router.find('GET', '/v1/webhooks/deliveries')).toEqual({ route: 'list', parameters: null });
    expect(router.find('PATCH', '/v1/webhooks/x')).toEqual({ route: 'change', parameters: { id: 'x' } });
  });

  test('The router resolves the resource before the method, as API Gateway does', () => {
    expect(router.find('PATCH', '/v1/webhooks/deliveries')).toBeUndefined();
  });

  test('The router serves a path with one slash at its end as the path without it, as API Gateway does', () => {
    expect(router.find('GET', '/v1/webhooks/deliveries/')).toEqual({ route: 'list', parameters: null });
    expect(router.find('POST', '/v1/webhooks/x/test/')).toEqual({ route: 'test', parameters: { id: 'x' } });
    for (const path of ['/v1/webhooks/deliveries//', '/v1//webhooks/deliveries', '/v1/webhooks/', '/', '//']) {
      expect(router.find('GET', path)).toBeUndefined();
    }
  });

  test('The router falls back from a literal resource without a match below it', () => {
    expect(router.find('POST', '/v1/webhooks/deliveries/test')).toEqual({
      route: 'test',
      parameters: { id: 'deliveries' },
    });
  });

  test('The router ignores one trailing slash, as API Gateway does', () => {
    expect(router.find('POST', '/v1/webhooks/x/test/')).toEqual({ route: 'test', parameters: { id: 'x' } });
    expect(router.find('PATCH', '/v1/webhooks/')).toBeUndefined();
    expect(router.find('GET', '/v1/webhooks/deliveries//')).toBeUndefined();
  });
});
