import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { type Actor, scopesOf } from '#shared/runtime/pipeline/actor.ts';
import { authorize } from '#shared/runtime/pipeline/authorize.ts';
import { CALLED } from './called-operations.ts';
import { isWithinScopes, operationsOf } from './tool-scopes.ts';

/**
 * The tools that a kind of key may call at all, and of those of a token the ones that its scopes allow. A client with
 * an org key, which may not act in a task, so does not plan with tools that are always refused. Which resources a tool
 * may use is decided by the API at each call.
 *
 * See: docs/contract/mcp.md#identity; docs/contract/mcp.md#scopes; docs/permissions.md.
 */
export function permittedTools(tools: readonly ToolDeclaration[], actor: Actor): readonly ToolDeclaration[] {
  const scopes = scopesOf(actor);
  if (scopes !== undefined) return tools.filter((tool) => isWithinScopes(tool, scopes));
  return tools.filter((tool) => {
    const [purpose] = operationsOf(tool);
    return purpose !== undefined && isPermitted(CALLED[purpose], actor);
  });
}

function isPermitted(route: Route, actor: Actor): boolean {
  try {
    authorize(route, actor);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
