import type { z } from 'zod';
import { TOOLSETS, type Toolset } from '#shared/contract/mcp/tool.ts';
import { callMcp } from '#shared/contract/routes/mcp.ts';
import type { mcpQuery } from '#shared/contract/schemas/mcp.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { parseQuery } from '#shared/runtime/pipeline/parse.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';

/**
 * The sets of tools that `?toolsets=` names, with commas between them. Throws 400 for one that does not exist, and for
 * another parameter.
 */
export function toolsetsIn(request: Pick<ProtocolRequest, 'query'>): ReadonlySet<Toolset> {
  const { toolsets = '' } = parseQuery(callMcp, request) as z.output<typeof mcpQuery>;
  const names = toolsets === '' ? [] : toolsets.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!isToolset(name)) throw invalid('toolsets', `of ${TOOLSETS.join(', ')}`);
  }
  return new Set(names.filter(isToolset));
}

function isToolset(name: string): name is Toolset {
  return (TOOLSETS as readonly string[]).includes(name);
}
