import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { SKILL_DESCRIPTION, SKILL_GUIDE, SKILL_NAME } from '#shared/contract/mcp/skill.ts';

/** The prompts of the server: the skill, which a person can give a model in a client without skills. */
export const PROMPTS: Prompt[] = [
  { name: SKILL_NAME, title: 'How to work with email, tasks and events', description: SKILL_DESCRIPTION },
];

/** A prompt by its name. See: MCP 2026-07-28, prompts; docs/contract/mcp.md#prompt. */
export function promptNamed(name: string): GetPromptResult {
  if (name !== SKILL_NAME) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown prompt: ${name.slice(0, 100)}. The only one is ${SKILL_NAME}.`,
    );
  }
  return {
    description: SKILL_DESCRIPTION,
    messages: [{ role: 'user', content: { type: 'text', text: SKILL_GUIDE } }],
  };
}
