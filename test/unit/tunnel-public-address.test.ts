import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { publicRequestOf } from '#functions/workers/tunnel-ingress/public-request.ts';
import { newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { publicUrlOf } from '#shared/services/tunnels/public-url.ts';

const [ONE, OTHER] = [newTunnelAddress(), newTunnelAddress()];

/** A request as API Gateway passes it on. On its own host names, the whole path begins with the stage. */
function read(url: string, stage = '') {
  const { host, pathname, searchParams } = new URL(url);
  const path = pathname.slice(stage.length);
  const {
    tunnelAddress,
    path: below,
    prefix,
  } = publicRequestOf({
    httpMethod: 'GET',
    path,
    multiValueHeaders: { Host: [host] },
    multiValueQueryStringParameters: Object.fromEntries([...searchParams].map(([name, value]) => [name, [value]])),
    body: null,
    requestContext: { path: pathname, domainName: host, identity: { sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEvent);
  return [tunnelAddress, below, prefix];
}

describe('the public address of a tunnel', () => {
  test.each([
    'https://*.tunnels.example',
    'https://x.execute-api.eu-central-1.amazonaws.com/prod',
    'http://127.0.0.1:8687',
  ])('A request below what %s makes of it reaches the tunnel, with the path below the address', (tunnelUrl) => {
    const stage = tunnelUrl.endsWith('/prod') ? '/prod' : '';
    const address = publicUrlOf(tunnelUrl, ONE);
    expect(read(address, stage).slice(0, 2)).toEqual([ONE, '/']);
    expect(read(`${address}orders/7?id=1`, stage).slice(0, 2)).toEqual([ONE, '/orders/7?id=1']);
  });

  test('On the host of one tunnel, the path of another is a path of the first', () => {
    for (const path of ['/t', '/t/', `/t/${OTHER}`, `/t/${OTHER}/steal.js`]) {
      expect(read(`https://${ONE}.tunnels.example${path}`)).toEqual([ONE, path, '/']);
    }
    expect(read(`https://${ONE.toUpperCase()}.tunnels.example/t/${OTHER}/`)).toEqual([ONE, `/t/${OTHER}/`, '/']);
  });

  test('A host that is no address leaves the decision to the path', () => {
    expect(read(`https://tunnels.example/t/${ONE}/x`)).toEqual([ONE, '/x', `/t/${ONE}`]);
    expect(read(`https://abcdefghij.execute-api.eu-central-1.amazonaws.com/prod/t/${ONE}`, '/prod')).toEqual([
      ONE,
      '/',
      `/prod/t/${ONE}`,
    ]);
    expect(read('https://www.tunnels.example/x')[0]).toBe('www');
  });
});
