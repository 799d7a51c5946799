import type { IncomingMessage } from 'node:http';
import { ACCOUNT } from '../assembly/aws-identifiers.ts';
import { sourceIpOf } from '../http/source-ip.ts';
import type { ApiDefinition, ApiMethod } from './api-definition.ts';
import type { Match } from './router.ts';

export interface Arrival {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** The path as it was sent, without its query. */
  readonly path: string;
  readonly query: string;
  readonly match: Match<ApiMethod>;
  readonly requestId: string;
  readonly startedAt: number;
}

/** All values of each name. A map, because a client may send a header or parameter named `__proto__`. */
type Multi = Map<string, string[]>;

/**
 * The event of a Lambda proxy integration, payload version 1.0.
 *
 * Source: API Gateway developer guide, Input format of a Lambda function for proxy integration.
 */
export function proxyEvent(api: ApiDefinition, arrival: Arrival) {
  const { request, body, path, query, match, requestId, startedAt } = arrival;
  const { route, parameters } = match;
  // The address of the connection. A client's X-Forwarded-For is passed on, but never used as the address.
  const sourceIp = sourceIpOf(request) ?? '';
  const headers = headersOf(request, sourceIp, requestId);
  const queries = queryOf(query);
  const payload = payloadOf(body, request.headers['content-type'], api.binaryMediaTypes);
  const host = request.headers.host ?? 'localhost';
  return {
    resource: route.resourcePath,
    path,
    httpMethod: request.method ?? '',
    headers: last(headers),
    multiValueHeaders: Object.fromEntries(headers),
    queryStringParameters: queries && last(queries),
    multiValueQueryStringParameters: queries && Object.fromEntries(queries),
    pathParameters: parameters && mapValues(parameters, decoded),
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT,
      apiId: api.apiId,
      domainName: host.replace(/:\d+$/, ''),
      domainPrefix: api.apiId,
      extendedRequestId: requestId,
      httpMethod: request.method ?? '',
      identity: { ...NO_IDENTITY, sourceIp, userAgent: request.headers['user-agent'] ?? null },
      path,
      protocol: `HTTP/${request.httpVersion}`,
      requestId,
      requestTime: commonLogTime(startedAt),
      requestTimeEpoch: startedAt,
      resourceId: route.resourceId,
      resourcePath: route.resourcePath,
      stage: api.stage,
    },
    ...payload,
  };
}

const NO_IDENTITY = {
  accessKey: null,
  accountId: null,
  caller: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

/** Headers with the case they were sent in, each with all of its values. */
function headersOf(request: IncomingMessage, sourceIp: string, requestId: string): Multi {
  const headers: Multi = new Map();
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    append(headers, rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const forwarded = request.headers['x-forwarded-for'];
  for (const name of [...headers.keys()]) if (name.toLowerCase() === 'x-forwarded-for') headers.delete(name);
  const trace = `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${requestId.replaceAll('-', '').slice(0, 24)}`;
  const absent: Multi = new Map([
    ['X-Forwarded-Proto', ['http']],
    ['X-Forwarded-Port', [String(request.socket.localPort ?? '')]],
    ['X-Amzn-Trace-Id', [trace]],
  ]);
  headers.set('X-Forwarded-For', [forwarded === undefined ? sourceIp : `${forwarded}, ${sourceIp}`]);
  return new Map([...absent, ...headers]);
}

function queryOf(query: string): Multi | null {
  if (query === '') return null;
  const values: Multi = new Map();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    append(values, decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' ')));
  }
  return values.size === 0 ? null : values;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text where the body is text; base64 where it is not, or where the API says that the media type passes as bytes. */
function payloadOf(body: Buffer, contentType: string | undefined, binary: readonly string[]) {
  if (body.length === 0) return { body: null, isBase64Encoded: false };
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  const isBinary = binary.some((pattern) => pattern === '*/*' || pattern.toLowerCase() === mediaType);
  if (!isBinary) {
    try {
      return { body: UTF8.decode(body), isBase64Encoded: false };
    } catch {
      // Not UTF-8: falls through.
    }
  }
  return { body: body.toString('base64'), isBase64Encoded: true };
}

function append(values: Multi, name: string, value: string): void {
  values.set(name, [...(values.get(name) ?? []), value]);
}

function last(values: Multi): Record<string, string> {
  return Object.fromEntries([...values].map(([name, all]) => [name, all.at(-1) ?? '']));
}

function mapValues<V, R>(values: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** An invalid escape is passed on unchanged; the function checks the value. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function commonLogTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
