import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { HttpRequest, HttpResponse } from './http.ts';

/** API Gateway's REST proxy event as a request. See: AWS Lambda proxy integration (input format). */
export function requestOf(event: APIGatewayProxyEvent, publicUrl: string | undefined): HttpRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return {
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    resource: resourceOf(event),
    path: event.path,
    headers,
    query: Object.fromEntries(
      Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values]) => [name, values ?? []]),
    ),
    params: Object.fromEntries(Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? ''])),
    body: bodyOf(event),
    address: event.requestContext.identity.sourceIp,
    baseUrl: publicUrl ?? baseUrlOf(event),
  };
}

/**
 * The path of the route that the caller asked for. API Gateway serves `/x/` by the resource `/x`; in the route table they
 * are two paths.
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

/** The address the caller used: the domain, and the stage where the path shows one. */
function baseUrlOf(event: APIGatewayProxyEvent): string {
  const { domainName, path } = event.requestContext;
  const prefix = path.endsWith(event.path) ? path.slice(0, path.length - event.path.length) : '';
  return `https://${domainName}${prefix}`;
}

export function resultOf(response: HttpResponse): APIGatewayProxyResult {
  return {
    statusCode: response.status,
    headers: response.headers,
    body: response.body === undefined ? '' : JSON.stringify(response.body),
  };
}

/** Bytes that a streamed answer is handed over in at a time. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A whole text in pieces, cut between bytes: middy would cut the text itself, and so a character of two code units in
 * halves that are no text any more.
 */
async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/**
 * An answer for a response stream: its text as it comes, or the whole of it in pieces. The stream takes them only as
 * fast as they are read, and gives their source up when nobody reads any more. middy takes a stream for a body; the type
 * of its event does not say so.
 */
export function streamedResultOf(response: HttpResponse): APIGatewayProxyResult {
  const { statusCode, headers, body } = resultOf({ ...response, body: response.stream ? undefined : response.body });
  const stream = Readable.from(response.stream ?? chunks(body), { objectMode: false });
  return { statusCode, headers, body: stream as unknown as string };
}
