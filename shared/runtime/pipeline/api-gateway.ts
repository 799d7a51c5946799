import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { compress, compressStream } from './compress.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** Converts API Gateway's REST proxy event. See: AWS Lambda proxy integration (input format). */
export function requestOf(event: APIGatewayProxyEvent, publicUrl: string | undefined): HttpRequest {
  const headers = Object.entries(event.headers ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name.toLowerCase(), value]],
  );
  return {
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    resource: resourceOf(event),
    path: event.path,
    headers: Object.fromEntries(headers),
    query: Object.fromEntries(
      Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values]) => [name, values ?? []]),
    ),
    params: Object.fromEntries(Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? ''])),
    body: bodyOf(event),
    address: event.requestContext.identity.sourceIp,
    baseUrl: publicUrl ?? baseUrlOf(event),
    ownUrls: ownUrlsOf(event, publicUrl),
  };
}

/** API Gateway serves the API under its own host name too, even if a custom domain leads to it. */
function ownUrlsOf(event: APIGatewayProxyEvent, publicUrl: string | undefined): string[] {
  const { apiId, domainName } = event.requestContext;
  const gateway = apiId === undefined ? [] : [`https://${apiId}.execute-api.amazonaws.com`];
  return [...(publicUrl === undefined ? [] : [publicUrl]), `https://${domainName}`, ...gateway];
}

/**
 * The path of the route that the caller requested. API Gateway serves `/x/` with the resource `/x`; the route table has
 * two paths.
 */
function resourceOf({ resource, path }: APIGatewayProxyEvent): string {
  return path.endsWith('/') && !resource.endsWith('/') ? `${resource}/` : resource;
}

function bodyOf(event: APIGatewayProxyEvent): HttpRequest['body'] {
  if (event.body === null || event.body === undefined) return null;
  if (!event.isBase64Encoded) return event.body;
  const bytes = Buffer.from(event.body, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

/** The URL that the caller used up to the route's path: the domain, and the stage if the path has one. */
function baseUrlOf(event: APIGatewayProxyEvent): string {
  return `https://${event.requestContext.domainName}${stagePathOf(event)}`;
}

/**
 * The stage with its slash. It is part of the path on API Gateway's own host names, and absent on other domains. The
 * root may be requested without its slash.
 */
export function stagePathOf({ path, requestContext: { path: whole } }: APIGatewayProxyEvent): string {
  if (path === '/') return whole.replace(/\/$/, '');
  return whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : '';
}

/** Converts a response to the result of a buffered Lambda integration. */
export function resultOf(response: HttpResponse): APIGatewayProxyResult {
  return {
    statusCode: response.status,
    headers: response.headers,
    body: response.text ?? (response.body === undefined ? '' : JSON.stringify(response.body)),
  };
}

/** The size of the pieces in which a whole text is streamed. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Splits a body into pieces between bytes. middy would split a string, possibly between the two code units of a
 * character, and the halves are not valid text.
 */
async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) yield bytes.subarray(start, start + CHUNK_BYTES);
}

/** The result of a streamed Lambda integration. */
export type StreamedResult = Omit<APIGatewayProxyResult, 'body'> & { body: Readable };

/**
 * Converts a response to the result of a streamed Lambda integration: its stream, or its body in pieces, compressed if
 * the request asks for it. The stream reads its source only as fast as the client reads, and closes it when the client
 * disconnects.
 */
export async function streamedResultOf(
  response: HttpResponse,
  request: Pick<HttpRequest, 'headers'>,
): Promise<StreamedResult> {
  const { status, headers, stream } = response;
  const accepted = request.headers['accept-encoding'];
  if (stream !== undefined) {
    const { body, headers: encoding } = compressStream(stream, accepted);
    return { statusCode: status, headers: { ...headers, ...encoding }, body };
  }
  const { bytes, headers: encoding } = await compress(resultOf(response).body, accepted);
  const body = Readable.from(chunks(bytes), { objectMode: false });
  return { statusCode: status, headers: { ...headers, ...encoding }, body };
}
