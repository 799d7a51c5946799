import { describe, expect, test } from 'vitest';
import { Router } from '../../local/gateway/router.ts';

describe('the router of the local gateway', () => {
  const router = new Router<string>();
  router.add('GET', '/v1/webhooks/deliveries', 'list');
  router.add('PATCH', '/v1/webhooks/{id}', 'change');
  router.add('POST', '/v1/webhooks/{id}/test', 'test');

  test('takes a literal resource before a parameter', () => {
    expect(router.find('GET', '/v1/webhooks/deliveries')).toEqual({ route: 'list', parameters: null });
    expect(router.find('PATCH', '/v1/webhooks/x')).toEqual({ route: 'change', parameters: { id: 'x' } });
  });

  test('settles the resource before the method, as API Gateway does', () => {
    expect(router.find('PATCH', '/v1/webhooks/deliveries')).toBeUndefined();
  });

  test('serves a path with one slash at its end as the path without it, as API Gateway does', () => {
    expect(router.find('GET', '/v1/webhooks/deliveries/')).toEqual({ route: 'list', parameters: null });
    expect(router.find('POST', '/v1/webhooks/x/test/')).toEqual({ route: 'test', parameters: { id: 'x' } });
    for (const path of ['/v1/webhooks/deliveries//', '/v1//webhooks/deliveries', '/v1/webhooks/', '/', '//']) {
      expect(router.find('GET', path)).toBeUndefined();
    }
  });

  test('goes on below a literal that has nothing there', () => {
    expect(router.find('POST', '/v1/webhooks/deliveries/test')).toEqual({
      route: 'test',
      parameters: { id: 'deliveries' },
    });
  });

  test('ignores one trailing slash, as API Gateway does', () => {
    expect(router.find('POST', '/v1/webhooks/x/test/')).toEqual({ route: 'test', parameters: { id: 'x' } });
    expect(router.find('PATCH', '/v1/webhooks/')).toBeUndefined();
    expect(router.find('GET', '/v1/webhooks/deliveries//')).toBeUndefined();
  });
});
