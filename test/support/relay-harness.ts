import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect } from 'vitest';
import { scanCommitted } from '#scripts/relay/scan-committed.ts';
import { QUEUE_URL_VARIABLES, type QueueName } from '#shared/contract/jobs.ts';
import { type Delivery, deliveriesBetween } from '#shared/data/entities/delivery/delivery.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { appendSent } from './event-log.ts';
import { InProcessApi } from './in-process-api.ts';
import { memoryBucket } from './memory-bucket.ts';

/** A record of the table's stream. */
export function recordOf(row: Row, sequenceNumber: string): DynamoDBRecord {
  const NewImage = marshall(row) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
  const Keys = { pk: { S: row.pk }, sk: { S: row.sk } };
  return { eventName: 'INSERT', dynamodb: { SequenceNumber: sequenceNumber, Keys, NewImage } };
}

/** The handler's input and output on a real table, with a mock of the queues. */
export function useRelayHarness(engine: { readonly table: Table }) {
  const sqs = mockClient(SQSClient);
  let api: InProcessApi;

  beforeAll(() => {
    api = new InProcessApi(engine.table, { unverifiedEmailsPerDay: 100 });
    memoryBucket();
    for (const [queue, variable] of Object.entries(QUEUE_URL_VARIABLES))
      process.env[variable] = `https://queue.test/${queue}`;
  });

  beforeEach(() => {
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [], Successful: [] });
  });

  /** The jobs that were sent to a queue, in order. */
  const sent = (queue: QueueName) =>
    sqs
      .commandCalls(SendMessageBatchCommand)
      .map(({ args }) => args[0].input)
      .filter(({ QueueUrl }) => QueueUrl === `https://queue.test/${queue}`)
      .flatMap(({ Entries }) => (Entries ?? []).map(({ MessageBody }) => JSON.parse(MessageBody ?? '')));

  /** An organization with an agent and an endpoint that gets all events. */
  async function tenant() {
    const organization = await api.organization();
    const agent = await api.agent(organization.key);
    await api.call('createWebhook', { key: organization.key, body: { url: 'https://receiver.example/hook' } });
    return { ...organization, agent };
  }

  /** Commits an email with its outbox entry. */
  async function sendMail({ agent }: { agent: { id: string; key: string } }): Promise<string> {
    const body = { to: ['ada@example.com'], subject: 'Hello', text: 'text' };
    const reply = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(202);
    return String(reply.body.id);
  }

  /** Appends an event. */
  const append = (organizationId: string) => appendSent(engine.table, organizationId);

  /** The rows of an organization that the relay has to process. */
  const committed = (organizationId: string): Promise<Row[]> =>
    Array.fromAsync(scanCommitted(engine.table, { since: 0, until: Date.now() + 1000, organizationId }));

  /** The deliveries of an organization. */
  const deliveries = (organizationId: string): Promise<Delivery[]> =>
    Array.fromAsync(deliveriesBetween(engine.table, organizationId, {}, 100));

  const call = ((name, given) => api.call(name, given)) as InProcessApi['call'];
  return { sqs, call, sent, tenant, sendMail, append, committed, deliveries };
}
