import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Agent, makeAgent, type Organization } from '#testing/fixture.ts';

type Json = Readonly<Record<string, unknown>>;

/** Sends an email that is held, and returns the ids of its message and its approval. */
export async function hold(agent: Agent, body: Json = {}) {
  const mail = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'The text.', ...body };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body: mail });
  expect(sent.status).toBe('held');
  return { messageId: sent.id, approvalId: sent.approval_id ?? '' };
}

/** An agent of which the emails are held as the setting says. */
export async function heldAgent(organization: Organization, mail = 'external'): Promise<Agent> {
  await organization.api.ok('setApprovalSettings', { body: { mail } });
  return makeAgent(organization);
}

/** An approval, as the service has it. */
export const approvalOf = (organization: Organization, id: string) =>
  organization.api.ok('getApproval', { params: { id } });

/** The page of an approval. */
export const approval = (page: Page) => page.getByRole('article', { name: 'Approval' });
