import { createMcpHandler } from '@modelcontextprotocol/server';
import * as routes from '#shared/contract/routes/mcp.ts';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import { logger } from '#shared/runtime/log.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { type ProtocolRequest, type ProtocolResponse, protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { mcpServer } from './mcp-server.ts';
import { withoutNullArguments } from './message-form.ts';
import { toolsetsIn } from './toolsets.ts';

/**
 * The MCP server, without a session: each request brings its credentials and gets a server of its own. Clients of the
 * revision 2026-07-28 and, by the same URL, of the revisions of 2025 and 2024.
 *
 * See: docs/decisions/0058-the-mcp-server.md; MCP 2026-07-28, transports.
 */
export const callMcp = protocolOperation(routes.callMcp, async (context, request) => {
  const toolsets = toolsetsIn(request);
  const abort = new AbortController();
  const handler = createMcpHandler(() => mcpServer({ context, request, toolsets, signal: abort.signal }), {
    // A function cannot notify another one, and the list of tools changes with a release only.
    maxSubscriptions: 0,
    maxRequestBodySize: MAX_BODY_BYTES.mail,
    onerror: (error) => logger.debug('MCP request refused', { request_id: context.requestId, error }),
  });
  return responseOf(await handler.fetch(webRequestOf(context, request, abort.signal)), abort);
});

function webRequestOf(
  { baseUrl }: AuthenticatedContext,
  { headers, body, method }: ProtocolRequest,
  signal: AbortSignal,
): Request {
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
