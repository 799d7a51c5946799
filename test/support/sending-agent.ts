import { expect } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { eventually } from './eventually.ts';

/** An agent of a new organization. */
export async function newAgent(): Promise<{ organization: Organization; agent: Agent }> {
  const organization = await makeOrganization();
  return { organization, agent: await makeAgent(organization) };
}

/** Sends an email with the given fields, and returns the id of the message. */
export async function send(agent: Agent, body: Record<string, unknown>): Promise<string> {
  const mail = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'text', ...body };
  return (await agent.api.ok('sendMail', { params: { id: agent.id }, body: mail })).id;
}

export const readMessage = (agent: Agent, mid: string) => agent.api.ok('getMessage', { params: { id: agent.id, mid } });

/** The types of the events of a message, oldest first, once there are that many. */
export function eventsOfMessage(agent: Agent, messageId: string, count: number) {
  return eventually(async () => {
    const { events } = await agent.api.ok('listEvents', { query: { limit: 200 } });
    const own = events.filter(({ aggregate_id }) => aggregate_id === messageId).reverse();
    expect(own).toHaveLength(count);
    return own;
  });
}
