import { listedTool } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';

/** The schemas of the arguments of tools, by the names of the tools. */
export type ToolSchemas = Readonly<Record<string, ArgumentSchema>>;

interface ArgumentSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** The names of the arguments of each tool, and which are required: a model that lacks one cannot send it. */
export function argumentsOf(tools: ToolSchemas) {
  const named = Object.entries(tools).map(([name, { properties = {}, required = [] }]) => [
    name,
    { properties: Object.keys(properties).sort(), required: [...required].sort() },
  ]);
  return Object.fromEntries(named);
}

/** What the server declares. `requiresAll`: as a framework passes it on that lets its models name every argument. */
export function declaredArguments({ requiresAll }: { readonly requiresAll: boolean }) {
  const schemas = toolsOf(new Set()).map(
    (tool) => [tool.name, listedTool(tool).inputSchema as ArgumentSchema] as const,
  );
  const passedOn = ({ properties = {}, ...others }: ArgumentSchema): ArgumentSchema =>
    requiresAll ? { properties, required: Object.keys(properties) } : { properties, ...others };
  return argumentsOf(Object.fromEntries(schemas.map(([name, schema]) => [name, passedOn(schema)])));
}
