import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { HttpRequest, HttpResponse } from './http.ts';

/** API Gateway's REST proxy event as a request. Rule: AWS, Lambda proxy integration (input format). */
export function requestOf(event: APIGatewayProxyEvent, publicUrl: string | undefined): HttpRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return {
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    resource: event.resource,
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

/**
 * An answer whose text is sent as it comes. The stream takes its text from the source only as fast as it is read, and
 * gives the source up when nobody reads any more. middy takes a stream for a body; the type of its event does not say so.
 */
export function streamedResultOf(response: HttpResponse, source: AsyncIterable<string>): APIGatewayProxyResult {
  const body = Readable.from(source, { objectMode: false, encoding: 'utf8' });
  return { statusCode: response.status, headers: response.headers, body: body as unknown as string };
}
