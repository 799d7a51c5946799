import { createMcpHandler, type Server } from '@modelcontextprotocol/server';
import * as routes from '#shared/contract/routes/mcp.ts';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import { logger } from '#shared/runtime/log.ts';
import type { ProtocolRequest, ProtocolResponse } from '#shared/runtime/pipeline/protocol-messages.ts';
import { withoutNullArguments } from './message-form.ts';

/** A request with what its server is made of. */
export interface ServedMessages {
  readonly request: ProtocolRequest;
  readonly requestId: string;
  /** The URL of the service up to `/v1`. */
  readonly baseUrl: string;
  /** Makes the server. `signal` is aborted when the client disconnects. */
  readonly serverOf: (signal: AbortSignal) => Server;
}

/**
 * The response of a server that is made for one request, in the form of the revision that the client speaks:
 * 2026-07-28, and those of 2025 and 2024. The body has been checked for its size.
 *
 * See: docs/decisions/0058-the-mcp-server.md; MCP 2026-07-28, transports.
 */
export async function serveMessages(served: ServedMessages): Promise<ProtocolResponse> {
  const { requestId, serverOf } = served;
  const abort = new AbortController();
  const handler = createMcpHandler(() => serverOf(abort.signal), {
    // A function cannot notify another one, and the lists change with a release only.
    maxSubscriptions: 0,
    maxRequestBodySize: MAX_BODY_BYTES.mail,
    onerror: (error) => logger.debug('MCP request refused', { request_id: requestId, error }),
  });
  return responseOf(await handler.fetch(webRequestOf(served, abort.signal)), abort);
}

function webRequestOf({ baseUrl, request }: ServedMessages, signal: AbortSignal): Request {
  const { headers, body, method } = request;
  const { 'content-length': _length, ...sent } = headers;
  const message = method === 'POST' && body !== null ? withoutNullArguments(body) : undefined;
  return new Request(`${baseUrl}${routes.callMcp.path}`, {
    method,
    headers: { ...sent, accept: acceptOf(headers) },
    signal,
    ...(message !== undefined && { body: typeof message === 'string' ? message : Buffer.from(message) }),
  });
}

/** A program that accepts anything accepts both forms of a response, which the protocol wants to see by name. */
function acceptOf({ accept = '*/*' }: ProtocolRequest['headers']): string {
  return accept.includes('*/*') ? 'application/json, text/event-stream' : accept;
}

async function responseOf(response: Response, abort: AbortController): Promise<ProtocolResponse> {
  const { status } = response;
  // The pipeline says itself that nothing may be cached.
  const { 'cache-control': _caching, ...headers } = Object.fromEntries(response.headers);
  if (response.body === null) return { status, headers };
  if (headers['content-type']?.startsWith('text/event-stream')) {
    return { status, headers: { ...headers, 'x-accel-buffering': 'no' }, stream: textOf(response.body, abort) };
  }
  const { 'content-length': _length, ...kept } = headers;
  return { status, headers: kept, body: await response.json() };
}

/** The text of a stream. A client that disconnects ends it, and with it what the tool is doing. */
async function* textOf(body: ReadableStream<Uint8Array>, abort: AbortController): AsyncGenerator<string> {
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) yield text;
  } finally {
    abort.abort();
  }
}
