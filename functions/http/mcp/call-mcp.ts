import { toolsOf } from '#shared/contract/mcp/tools.ts';
import * as routes from '#shared/contract/routes/mcp.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { challenge } from './challenge.ts';
import { mcpServer } from './mcp-server.ts';
import { connects, isBatch, messagesIn } from './message-form.ts';
import { respondRefusal } from './refused-call.ts';
import { requireScopesOfCalls } from './require-scopes.ts';
import { serveMessages } from './serve-messages.ts';
import { toolsetsIn } from './toolsets.ts';

/** The largest batch that is served. The library refuses a larger one as a whole. */
const MAX_BATCH = 100;

/**
 * The MCP server, without a session: each request brings its credentials and gets a server of its own. Each message of
 * a batch counts as a request.
 *
 * See: docs/contract/mcp.md#requests; docs/decisions/0058-the-mcp-server.md.
 */
export const callMcp = protocolOperation(
  routes.callMcp,
  async (context, request) => {
    const toolsets = toolsetsIn(request);
    requireScopesOfCalls(context.actor, request, toolsOf(toolsets));
    const { requestId, baseUrl } = context;
    const serverOf = (signal: AbortSignal) => mcpServer({ context, request, toolsets, signal });
    return serveMessages({ request, requestId, baseUrl, serverOf });
  },
  {
    countRequests: ({ body }) => (isBatch(body) ? Math.min(MAX_BATCH, messagesIn(body)?.length || 1) : 1),
    isServedBeyondLimit: ({ body }) => connects(body),
    respondRefusal,
    challenge,
  },
);
