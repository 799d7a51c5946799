import { expect } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { messagesOf } from './log-reader.ts';
import { type McpClient, secondClient, type ToolReply, textOf } from './mcp-clients.ts';

/** An address that accepts every email. */
export const ACCEPTS_ALL = 'success@simulator.example';

/** The subjects of what an agent has sent, in order, once there are at least `count`. */
export async function sentSubjects(agent: Agent, count: number): Promise<string[]> {
  const sent = await messagesOf(agent, count, ({ direction }) => direction === 'outbound');
  return sent.map(({ subject }) => subject).sort();
}

/** An agent of an organization of its own, with a client. */
export async function connectedAgent(): Promise<{ agent: Agent; client: McpClient }> {
  const agent = await makeAgent(await makeOrganization());
  return { agent, client: await secondClient({ key: agent.key }) };
}

/** The id of a message that a tool has sent. */
export function sentId(reply: ToolReply): string {
  expect(reply.isError, textOf(reply)).toBeFalsy();
  return reply.structuredContent.message_id as string;
}
