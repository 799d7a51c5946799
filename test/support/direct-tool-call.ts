import type { ToolCall } from '#functions/http/mcp/call-tool.ts';
import { TOOLSETS } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

/** A call of a tool by an agent, without the protocol around it, to a service at this address. */
export function directCall(
  name: string,
  args: Record<string, unknown>,
  { baseUrl, now = Date.now() }: { readonly baseUrl: string; readonly now?: number },
): ToolCall {
  const actor = { kind: 'agent', identity: { id: 'agt_1', handle: 'bot' } };
  return {
    name,
    arguments: args,
    context: { baseUrl, requestId: 'req_1', now, actor } as unknown as AuthenticatedContext,
    request: { headers: {}, query: {}, body: null, method: 'POST' } as unknown as ToolCall['request'],
    tools: toolsOf(new Set(TOOLSETS)),
    trace: {},
    signal: new AbortController().signal,
    progress: async () => {},
  };
}
