import { inSchemaForm } from '#shared/contract/mcp/schema-form.ts';
import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { insufficientScope } from '#shared/domain/issuer/insufficient-scope.ts';
import { type Actor, scopesOf } from '#shared/runtime/pipeline/actor.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { messagesIn, toolCallIn } from './message-form.ts';
import { inOrder, missingScopes } from './tool-scopes.ts';

/**
 * Throws 403 if a request calls a tool for which its token lacks a scope. The error names, at once, all scopes with
 * which a new token could do what this one can and the call too, so that a client asks a person once.
 *
 * See: docs/contract/mcp.md#scopes; MCP 2026-07-28, authorization (scope challenge handling).
 */
export function requireScopesOfCalls(
  actor: Actor,
  { body }: Pick<ProtocolRequest, 'body'>,
  tools: readonly ToolDeclaration[],
): void {
  const scopes = scopesOf(actor);
  if (scopes === undefined) return;
  const missing = (messagesIn(body) ?? []).flatMap((message) => {
    const call = toolCallIn(message);
    const tool = tools.find(({ name }) => name === call?.name);
    if (call === undefined || tool === undefined) return [];
    const lacking = missingScopes(tool, inSchemaForm(tool.input, call.args), scopes);
    if (lacking === undefined) throw insufficientScope(undefined);
    return lacking;
  });
  if (missing.length === 0) return;
  const { message } = insufficientScope(inOrder(missing));
  throw new AppError('auth.forbidden', message, { neededScopes: inOrder([...scopes, ...missing]) });
}
