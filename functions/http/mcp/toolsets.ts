import { TOOLSETS, type Toolset } from '#shared/contract/mcp/tool.ts';
import { invalid } from '#shared/domain/errors.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/operation.ts';

/** The sets of tools that `?toolsets=` names, with commas between them. Throws 400 for one that does not exist. */
export function toolsetsIn(query: ProtocolRequest['query']): ReadonlySet<Toolset> {
  const names = (query.toolsets ?? []).flatMap((value) => value.split(',')).map((name) => name.trim());
  for (const name of names) {
    if (!isToolset(name)) throw invalid('toolsets', `of ${TOOLSETS.join(', ')}`);
  }
  return new Set(names.filter(isToolset));
}

function isToolset(name: string): name is Toolset {
  return (TOOLSETS as readonly string[]).includes(name);
}
