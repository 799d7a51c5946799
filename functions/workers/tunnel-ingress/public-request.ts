import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Header } from '../../../shared/domain/tunnel/forwarded-headers.ts';
import { stagePathOf } from '../../../shared/runtime/pipeline/api-gateway.ts';
import type { PublicRequest } from '../../../shared/services/tunnels/public-exchange.ts';

/** A label of a host name: a tunnel's address as the first label of a wildcard host. */
const FIRST_LABEL = /^([a-z0-9]+)\./;

/** Reads a request to the public address of a tunnel from API Gateway's event. */
export function publicRequestOf(event: APIGatewayProxyEvent): PublicRequest {
  const { requestContext, path } = event;
  const headers: Header[] = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value) => [name, value] as const),
  );
  const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const host = value('host') ?? requestContext.domainName ?? '';
  const inPath = /^\/t\/([^/]*)(\/.*)?$/s.exec(path);
  const tunnelAddress = inPath?.[1] ?? FIRST_LABEL.exec(host)?.[1] ?? '';
  const below = inPath === null ? path : (inPath[2] ?? '/');
  return {
    tunnelAddress,
    method: event.httpMethod,
    path: below + queryOf(event),
    prefix: inPath === null ? '/' : `${stagePathOf(event)}/t/${tunnelAddress}`,
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
