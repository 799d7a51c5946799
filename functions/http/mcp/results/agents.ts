import type { z } from 'zod';
import type { directoryAgentSchema } from '#shared/contract/schemas/a2a-access.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';

type DirectoryAgent = z.output<typeof directoryAgentSchema>;

const CUT = 'The agent’s card has the full text.';

/** A page of the directory. Anyone may list an agent there under any name and with any skills. */
export function agentsResult(agents: readonly DirectoryAgent[], nextCursor: string | undefined): ToolResult {
  return pageResult({ noun: 'agents', rows: agents, recordOf: agentItem, nextCursor, cut: CUT });
}

function agentItem({ handle, display_name, description, skills }: DirectoryAgent): ResultRecord {
  const lines = [
    `Name: ${oneLine(display_name)}`,
    ...(description === null ? [] : [manyLines(description)]),
    ...skills.map((skill) => oneLine(`Skill: ${skill.name}: ${skill.description} [${skill.tags.join(', ')}]`)),
  ];
  return { handle, content: new UntrustedContent(lines.join('\n')) };
}
