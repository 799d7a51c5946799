import type { ServerResponse } from 'node:http';
import type { StreamHead } from '../functions/protocol.ts';
import type { ProxyResult } from '../functions/proxy-result.ts';
import { encodeContent } from './content-encoding.ts';

/** Headers of the connection, which belongs to API Gateway and not to the function. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length']);

/**
 * The names under which headers of a function reach the client. Of those that API Gateway renames, functions send this
 * one alone. Responses of API Gateway itself keep it.
 *
 * Source: API Gateway developer guide, Important notes for REST APIs.
 */
const RENAMED_HEADERS = new Map([['www-authenticate', 'x-amzn-remapped-www-authenticate']]);

/** Sends a function's result to the client, compressed if the client asks for it and the API allows it. */
export async function sendResult(
  response: ServerResponse,
  result: ProxyResult,
  requestId: string,
  minimumBytes: number | undefined,
): Promise<void> {
  const { body, isBase64Encoded } = result;
  const whole = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const acceptEncoding = response.req.headers['accept-encoding'];
  const { bytes, coding } = await encodeContent(whole, result.headers ?? {}, {
    acceptEncoding: Array.isArray(acceptEncoding) ? acceptEncoding.join() : acceptEncoding,
    minimumBytes,
  });
  writeHead(response, result, requestId, { 'content-type': 'application/json' });
  if (coding !== undefined) response.setHeader('content-encoding', coding);
  if (bytes.length > 0 || Number(result.statusCode) !== 204) response.setHeader('content-length', bytes.length);
  response.end(bytes);
}

/** Sends status and headers of a streamed response; the body follows in chunks. */
export function sendHead(response: ServerResponse, head: StreamHead, requestId: string): void {
  writeHead(response, head, requestId, {});
  response.flushHeaders();
}

function writeHead(
  response: ServerResponse,
  { statusCode = 200, headers = {}, multiValueHeaders = {}, cookies = [] }: StreamHead,
  requestId: string,
  defaults: Readonly<Record<string, string>>,
): void {
  response.statusCode = Number(statusCode);
  response.setHeader('x-amzn-requestid', requestId);
  for (const [name, value] of Object.entries(defaults)) response.setHeader(name, value);
  for (const [name, value] of Object.entries(headers)) setHeader(response, name, String(value));
  for (const [name, values] of Object.entries(multiValueHeaders)) setHeader(response, name, values.map(String));
  if (cookies.length > 0) response.setHeader('set-cookie', [...cookies]);
}

function setHeader(response: ServerResponse, name: string, value: string | readonly string[]): void {
  if (CONNECTION_HEADERS.has(name.toLowerCase())) return;
  response.setHeader(RENAMED_HEADERS.get(name.toLowerCase()) ?? name, value);
}
