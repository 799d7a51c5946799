import { type CallToolResult, ProtocolError, Server } from '@modelcontextprotocol/server';
import type { AppError, ErrorCode } from '#shared/domain/errors/errors.ts';
import { VERSION } from '#shared/domain/stage/release.ts';
import type { ProtocolResponse, RefusedRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { errorText } from './error-text.ts';
import { isBatch, isToolCall, messagesIn, withoutArguments } from './message-form.ts';
import { serveMessages } from './serve-messages.ts';

/** What a model can do something about: wait, or send less. */
const FOR_MODELS: ReadonlySet<ErrorCode> = new Set(['rate_limit.exceeded', 'payload.too_large']);

/** The code of JSON-RPC for an error that the server defines. See: JSON-RPC 2.0, section 5.1. */
const SERVER_ERROR = -32000;

/**
 * The response to a call of a tool that the pipeline refuses: a tool error, which a model reads. Clients throw an
 * exception for a status of HTTP, and few tell the model when to try again. `undefined` for any other request: there is
 * no model yet, and programs that repeat requests know the status and `Retry-After`.
 *
 * See: docs/contract/mcp.md#requests.
 */
export async function respondRefusal(error: AppError, refused: RefusedRequest): Promise<ProtocolResponse | undefined> {
  if (refused.method !== 'POST' || !FOR_MODELS.has(error.code)) return undefined;
  const messages = messagesIn(refused.body);
  if (messages === undefined || !messages.some(isToolCall)) return undefined;
  const kept = messages.map(withoutArguments);
  const body = JSON.stringify(isBatch(refused.body) ? kept : kept[0]);
  const { requestId, baseUrl } = refused;
  const serverOf = () => refusingServer(error, requestId);
  return serveMessages({ request: { ...refused, body }, requestId, baseUrl, serverOf });
}

function refusingServer(error: AppError, requestId: string): Server {
  const server = new Server({ name: 'aid', version: VERSION }, { capabilities: { tools: {} } });
  const { text } = errorText(error, requestId, { repeating: '', naming: (message) => message });
  server.setRequestHandler('tools/call', async () => toolError(text, requestId));
  // What else a batch has.
  server.fallbackRequestHandler = async () => {
    throw new ProtocolError(SERVER_ERROR, error.message, { code: error.code, request_id: requestId });
  };
  return server;
}

/** An error of a tool. It has no structured content: some clients compare that with the schema of a success. */
function toolError(text: string, requestId: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true, _meta: { 'aid/request_id': requestId } };
}
