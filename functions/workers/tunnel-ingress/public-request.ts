import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Header } from '#shared/domain/tunnel/forwarded-headers.ts';
import { isTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { stagePathOf } from '#shared/runtime/pipeline/api-gateway.ts';
import type { PublicRequest } from '#shared/services/tunnels/public-exchange.ts';

/**
 * Reads a request to the public address of a tunnel from API Gateway's event. A host of a tunnel's own decides: there
 * `/t/…` is a path of the tunnelled server, or one tunnel could serve pages on the origin of another.
 */
export function publicRequestOf(event: APIGatewayProxyEvent): PublicRequest {
  const { requestContext, path } = event;
  const headers: Header[] = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value) => [name, value] as const),
  );
  const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const host = value('host') ?? requestContext.domainName ?? '';
  const [label = ''] = host.toLowerCase().split('.', 1);
  const inPath = isTunnelAddress(label) ? null : /^\/t\/([^/]*)(\/.*)?$/s.exec(path);
  const tunnelAddress = inPath === null ? label : (inPath[1] ?? '');
  const below = inPath === null ? path : (inPath[2] ?? '/');
  return {
    tunnelAddress,
    method: event.httpMethod,
    path: below + queryOf(event),
    prefix: inPath === null ? '/' : `${stagePathOf(event)}/t/${tunnelAddress}`,
    publicPath: `${stagePathOf(event)}${path}`,
    headers,
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    address: requestContext.identity.sourceIp,
    host,
    protocol: value('x-forwarded-proto') === 'http' ? 'http' : 'https',
  };
}

/** The query with its question mark. API Gateway passes it decoded. */
function queryOf({ multiValueQueryStringParameters: values }: APIGatewayProxyEvent): string {
  const pairs = Object.entries(values ?? {}).flatMap(([name, all]) =>
    (all ?? []).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
