import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { applyDomainCheck, findDomain } from '#shared/data/entities/mail/domain.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { InProcessApi } from './in-process-api.ts';

/**
 * An agent with a mailbox on a verified domain of its organization. `rampFrom`: when the limits of the domain began;
 * without it the domain has none, like one of release 0.3.0.
 */
export async function domainSender(table: Table, rampFrom: number | undefined) {
  const api = new InProcessApi(table, { unverifiedEmailsPerDay: 10_000 });
  const organization = await api.organization();
  const agent = await api.agent(organization.key);
  const name = `d-${randomBytes(6).toString('hex')}.example`;
  const { body: made } = await api.call('createDomain', { key: organization.key, body: { domain: name } });
  const claim = await findDomain(table, organization.id, made.id);
  if (claim === undefined) throw new Error('the claim is not stored');
  const verified = {
    ...claim,
    status: 'verified' as const,
    verifiedAt: rampFrom ?? claim.createdAt,
    ...(rampFrom === undefined ? {} : { rampFrom }),
    version: claim.version + 1,
  };
  await commit(table, { build: (tx) => tx.put(...applyDomainCheck(claim, verified)) }, { now: Date.now });
  const mailbox = await api.call('createMailbox', {
    key: organization.key,
    params: { id: agent.id },
    body: { local_part: 'sales', domain_id: made.id },
  });
  expect(mailbox.status, JSON.stringify(mailbox.body)).toBe(201);

  /** Queues a message from the domain, and returns the job that sends it. */
  async function queue(more: Record<string, unknown> = {}) {
    const body = {
      to: [`${randomBytes(6).toString('hex')}@example.com`],
      subject: 'Hello',
      text: 'text',
      mailbox_id: mailbox.body.id,
      ...more,
    };
    const sent = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    return { organizationId: organization.id, identityId: agent.id, messageId: String(sent.body.id) };
  }

  return {
    api,
    organization,
    agent,
    domain: name,
    queue,
    /** Queues `count` messages, one after the other. */
    async queueAll(count: number) {
      const jobs = [];
      for (let index = 0; index < count; index++) jobs.push(await queue());
      return jobs;
    },
    stored: (job: { messageId: string }) => findMessage(table, agent.id, job.messageId),
  };
}
