import { type CallToolResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import { callTool, type ToolCall } from '#functions/http/mcp/call-tool.ts';
import { NO_USER_INPUT } from '#functions/http/mcp/user-input.ts';
import { TOOLSETS } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

interface Called {
  readonly baseUrl: string;
  readonly now?: number;
}

/** The result of a tool that an agent calls, without the protocol around it, at a service with this address. */
export async function callDirectly(
  name: string,
  args: Record<string, unknown>,
  called: Called,
): Promise<CallToolResult> {
  const result = await callTool(directCall(name, args, called));
  if (isInputRequiredResult(result)) throw new Error('a client without questions was asked one');
  return result as CallToolResult;
}

function directCall(name: string, args: Record<string, unknown>, { baseUrl, now = Date.now() }: Called): ToolCall {
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
    input: NO_USER_INPUT,
  };
}
