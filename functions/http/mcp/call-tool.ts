import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { inSchemaForm } from '#shared/contract/mcp/schema-form.ts';
import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import { TOOLS, type ToolKey, toolsetOf } from '#shared/contract/mcp/tools.ts';
import { nearestName } from '#shared/domain/text/nearest-name.ts';
import { logger } from '#shared/runtime/log.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { assertSafeJson } from '#shared/runtime/pipeline/parse.ts';
import { Problems } from '#shared/runtime/pipeline/problems.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { splitAgent } from './agent-argument.ts';
import { namingArguments } from './argument-names.ts';
import { askForDecision } from './ask-for-decision.ts';
import { callAuthorization } from './call-authorization.ts';
import { MAX_CALL_MS } from './call-time.ts';
import { callerOf, IDENTITY_HEADER, requireOneAgent } from './caller.ts';
import { decidedAction } from './decided-action.ts';
import { approvalInState } from './decision-state.ts';
import { errorText } from './error-text.ts';
import type { Progress } from './progress.ts';
import { repeatAdvice } from './repeat-advice.ts';
import type { ResultImage, ToolResult } from './results/result-record.ts';
import type { Once } from './send-once.ts';
import { ServiceApi } from './service-api.ts';
import type { ToolContext } from './tool-context.ts';
import { RUNNERS } from './tools/index.ts';
import { type TraceContext, traceHeaders, traceIdOf } from './trace-context.ts';
import type { UserInput } from './user-input.ts';

/** A call of a tool, as it arrived. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly context: AuthenticatedContext;
  readonly request: ProtocolRequest;
  /** The tools that the client has. */
  readonly tools: readonly ToolDeclaration[];
  readonly trace: TraceContext;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly input: UserInput;
}

type AnyRunner = (context: ToolContext, args: unknown) => Promise<ToolResult>;

/**
 * Runs a tool. An error is a result that says what to do next, so that the model can do it; a tool that does not exist
 * is an error of the protocol, because the client should have known.
 *
 * See: MCP 2026-07-28, tools (error handling).
 */
export async function callTool(call: ToolCall): Promise<CallToolResult | InputRequiredResult> {
  const { context, trace, tools, name } = call;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw unknownTool(call);
  const requestIds: string[] = [];
  const { result, outcome } = await resultOf(tool, requestIds, call);
  logger.info('tool called', {
    tool: name,
    request_id: context.requestId,
    requests: requestIds,
    outcome,
    trace_id: traceIdOf(trace),
  });
  return { ...result, _meta: { 'aid/request_id': context.requestId } };
}

async function resultOf(
  tool: ToolDeclaration,
  requestIds: string[],
  call: ToolCall,
): Promise<{ result: CallToolResult | InputRequiredResult; outcome: string }> {
  const { context, request, progress, signal, trace, arguments: sent, input } = call;
  const approvalId = input.state === undefined ? undefined : approvalInState(input.state, call);
  const { agent, args: own } = splitAgent(context.actor, sent);
  const given = inSchemaForm(tool.input, own);
  try {
    const problems = new Problems();
    const args = problems.parse('arguments', tool.input, () => assertSafeJson(given));
    problems.throwIfAny();
    const caller = await callerOf(context, agent ?? request.headers[IDENTITY_HEADER]);
    if (tool !== TOOLS.whoami) requireOneAgent(caller);
    const api = new ServiceApi({
      baseUrl: context.baseUrl,
      authorization: await callAuthorization(context, request.headers.authorization, caller),
      requestIds,
      signal,
      deadline: AbortSignal.timeout(Math.max(0, context.now + MAX_CALL_MS - Date.now())),
      trace: traceHeaders(trace),
    });
    const toolContext = { api, caller, progress, signal, now: context.now };
    if (approvalId !== undefined) {
      const approval = await api.call('getApproval', { params: { id: approvalId } });
      return { result: callResult(await decidedAction(toolContext, approval)), outcome: 'ok' };
    }
    const result = await askForDecision(call, toolContext, await runnerOf(tool)(toolContext, args));
    if (isQuestion(result)) return { result, outcome: 'input_required' };
    return { result: callResult(result), outcome: 'ok' };
  } catch (error) {
    if (signal.aborted) throw error;
    const { text, code, isKnown } = errorText(error, context.requestId, {
      repeating: repeatAdvice(tool, onceIn(given)),
      naming: (message) => namingArguments(message, tool, Object(given)),
    });
    if (!isKnown)
      logger.error('tool failed', { tool: tool.name, request_id: context.requestId, error: error as Error });
    // No structured content: some clients compare that of an error with the schema of a success.
    return { result: { content: [{ type: 'text', text }], isError: true }, outcome: code };
  }
}

function isQuestion(result: ToolResult | InputRequiredResult): result is InputRequiredResult {
  return isInputRequiredResult(result);
}

function callResult({ structured, text, image }: ToolResult): CallToolResult {
  const images = image === undefined ? [] : [imageBlock(image)];
  return { content: [{ type: 'text', text }, ...images], structuredContent: structured };
}

function imageBlock({ mediaType, bytes }: ResultImage) {
  return { type: 'image' as const, mimeType: mediaType, data: Buffer.from(bytes).toString('base64') };
}

/** What makes a call count once, as far as it was given in the form of its schema. */
function onceIn(given: unknown): Once {
  const { idempotency_key: key, send_again: again } = (given ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...(typeof key === 'string' && { idempotency_key: key }),
    ...(typeof again === 'boolean' && { send_again: again }),
  };
}

function runnerOf(tool: ToolDeclaration): AnyRunner {
  const key = Object.keys(TOOLS).find((one) => TOOLS[one as ToolKey] === tool) as ToolKey;
  return RUNNERS[key] as AnyRunner;
}

function unknownTool({ name, tools }: ToolCall): ProtocolError {
  const toolset = toolsetOf(name);
  const nearest = nearestName(
    name,
    tools.map((tool) => tool.name),
  );
  const unasked = `It is in the toolset ${toolset}: add ?toolsets=${toolset} to the address of the server.`;
  const hint = toolset !== undefined ? ` ${unasked}` : nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}.${hint}`);
}
