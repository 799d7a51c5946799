import type { ListedTool } from '#shared/contract/mcp/tool.ts';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';

/** The argument by which a call with a token of several agents names the one to act as. Keys have none. */
export const AGENT_ARGUMENT = 'agent';

/** How many handles a description names. `whoami` lists all. */
const MAX_NAMED = 20;

/** The handles of agents, for a sentence. */
export function handlesOf(agents: readonly Pick<Identity, 'handle'>[]): string {
  const named = agents.slice(0, MAX_NAMED).map(({ handle }) => handle);
  return agents.length > MAX_NAMED ? `${named.join(', ')} and others` : named.join(', ');
}

/**
 * The tools as a client with a token gets them: if the token acts for several agents, each has the argument that names
 * one. Only `whoami` does without.
 *
 * See: docs/contract/mcp.md#identity.
 */
export function withAgentArgument(
  tools: readonly ListedTool[],
  agents: readonly Pick<Identity, 'handle'>[],
): ListedTool[] {
  if (agents.length < 2) return [...tools];
  const argument = { type: 'string', description: `The handle or id of the agent to act as: ${handlesOf(agents)}.` };
  return tools.map((tool) => {
    const { properties, required, ...schema } = tool.inputSchema as ListedTool['inputSchema'] & {
      readonly properties?: object;
      readonly required?: readonly string[];
    };
    const needed = tool.name === TOOLS.whoami.name ? (required ?? []) : [AGENT_ARGUMENT, ...(required ?? [])];
    const inputSchema = {
      ...schema,
      properties: { [AGENT_ARGUMENT]: argument, ...properties },
      ...(needed.length > 0 && { required: needed }),
    };
    return { ...tool, inputSchema };
  });
}

/** The agent that the arguments of a call name, and the others. Only a call with a token may name one. */
export function splitAgent(
  actor: Actor,
  given: unknown,
): { readonly agent: string | undefined; readonly args: unknown } {
  const isToken = actor.kind === 'agent' && actor.agents !== undefined;
  if (!isToken || typeof given !== 'object' || given === null) return { agent: undefined, args: given };
  const { [AGENT_ARGUMENT]: agent, ...args } = given as Readonly<Record<string, unknown>>;
  if (agent === undefined || agent === null) return { agent: undefined, args };
  return typeof agent === 'string' ? { agent, args } : { agent: undefined, args: given };
}
