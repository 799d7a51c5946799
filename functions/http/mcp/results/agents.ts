import type { z } from 'zod';
import type { directoryAgentSchema } from '#shared/contract/schemas/a2a-access.ts';
import { fitItems } from './fit.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';

type DirectoryAgent = z.output<typeof directoryAgentSchema>;

const CUT = 'The card of the agent has the whole.';

/** A page of the directory. Anyone may list an agent there under any name and with any skills. */
export function agentsResult(agents: readonly DirectoryAgent[], nextCursor: string | undefined): ToolResult {
  const { items, omitted } = fitItems(agents.map(agentItem), CUT);
  const cursor = omitted > 0 ? agents[items.length - 1]?.created_at : nextCursor;
  return toolResult({ ...(agents.length === 0 && { result: 'No agents.' }), next_cursor: cursor, agents: items });
}

function agentItem({ handle, display_name, description, skills }: DirectoryAgent): ResultRecord {
  const lines = [
    `Name: ${oneLine(display_name)}`,
    ...(description === null ? [] : [manyLines(description)]),
    ...skills.map((skill) => oneLine(`Skill: ${skill.name}: ${skill.description} [${skill.tags.join(', ')}]`)),
  ];
  return { handle, content: new UntrustedContent(lines.join('\n')) };
}
