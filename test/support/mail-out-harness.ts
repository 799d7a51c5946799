import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect, vi } from 'vitest';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import type { Table } from '#shared/data/table-client.ts';
import { InProcessApi } from './in-process-api.ts';
import { memoryBucket } from './memory-bucket.ts';

/** The workers of outgoing mail on a real table, with mocks of SES and the queue. */
export function useMailOutHarness(engine: { readonly table: Table }) {
  const ses = mockClient(SESv2Client);
  const sqs = mockClient(SQSClient);
  let api: InProcessApi;

  beforeAll(() => {
    api = new InProcessApi(engine.table, { unverifiedEmailsPerDay: 1000 });
    memoryBucket();
    Object.assign(process.env, {
      CONFIGURATION_SET: 'outbound',
      CODE_CONFIGURATION_SET: 'aid-test-codes',
      SES_ARN_PREFIX: 'arn:aws:ses:eu-central-1:111122223333',
      OUTBOUND_MAIL_QUEUE_URL: 'https://queue.test/mail',
      MAIL_DOMAIN: 'agents.test',
      SENDING_LEASE_SECONDS: '300',
    });
  });

  beforeEach(() => {
    vi.useRealTimers();
    ses.reset();
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [], Successful: [] });
  });

  /** Queues a message of a new agent, and returns the job that sends it. */
  async function queued(more: Record<string, unknown> = {}) {
    const organization = await api.organization();
    const agent = await api.agent(organization.key);
    const body = { to: ['ada@example.com'], subject: 'Hello', text: 'text', ...more };
    const sent = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    const job = { organizationId: organization.id, identityId: agent.id, messageId: String(sent.body.id) };
    const log = async () =>
      (await api.call('listEvents', { key: agent.key, query: { limit: '200' } })).body.events.reverse();
    return {
      organization,
      agent,
      job,
      log,
      /** The types of the events of the agent, oldest first. */
      events: async () => (await log()).map(({ type }: { type: string }) => type) as string[],
      message: () => findMessage(engine.table, agent.id, job.messageId),
    };
  }

  return {
    ses,
    queued,
    /** The jobs that were put back on the queue. */
    retries: () => sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []),
  };
}
