import { expect, test } from 'vitest';
import { splitAgent, withAgentArgument } from '#functions/http/mcp/agent-argument.ts';
import { listedTool } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';

const TOOLS = toolsOf(new Set()).map(listedTool);
const agents = (count: number) => Array.from({ length: count }, (_, index) => ({ handle: `agent-${index}` }));

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

const schemaOf = (tool: { readonly inputSchema: object }) => tool.inputSchema as Schema;

test('The tools of a token of one agent, and of a key, are as they are for everyone', () => {
  for (const count of [0, 1]) expect(withAgentArgument(TOOLS, agents(count))).toEqual(TOOLS);
});

test('The tools of a token of several agents have an argument for the agent, which only whoami does without', () => {
  const shown = withAgentArgument(TOOLS, agents(2));
  for (const tool of shown) {
    expect(schemaOf(tool).properties?.agent?.description).toContain('agent-0, agent-1');
    expect(schemaOf(tool).required?.includes('agent') ?? false, tool.name).toBe(tool.name !== 'whoami');
  }
  const own = (tools: readonly { readonly inputSchema: object }[]) =>
    tools.map((tool) => Object.keys(schemaOf(tool).properties ?? {}).filter((name) => name !== 'agent'));
  expect(own(shown)).toEqual(own(TOOLS));
  expect(schemaOf(TOOLS[0] ?? { inputSchema: {} }).properties).not.toHaveProperty('agent');
});

test('A description names twenty agents at most', () => {
  const [tool] = withAgentArgument(TOOLS, agents(30));
  const { description } = schemaOf(tool ?? { inputSchema: {} }).properties?.agent ?? {};
  expect(description).toMatch(/agent-19 and others\.$/);
});

test('A call names its agent with a token, and with a key the argument stays for the schema to refuse', () => {
  const key = { kind: 'agent', identity: { id: 'agt_1' } } as unknown as Actor;
  const token = { ...key, agents: ['agt_1'] } as Actor;
  const given = { agent: 'bot', limit: 5 };
  expect(splitAgent(token, given)).toEqual({ agent: 'bot', args: { limit: 5 } });
  expect(splitAgent(key, given)).toEqual({ agent: undefined, args: given });
  expect(splitAgent(token, { agent: null, limit: 5 })).toEqual({ agent: undefined, args: { limit: 5 } });
  expect(splitAgent(token, { agent: 5 })).toEqual({ agent: undefined, args: { agent: 5 } });
  for (const odd of [undefined, null, 'text', 5])
    expect(splitAgent(token, odd)).toEqual({ agent: undefined, args: odd });
});
