import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { readEnv } from '../../../shared/runtime/env.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { mapSettledWithLimit } from '../../../shared/runtime/map-with-limit.ts';
import { sendMessages } from '../../../shared/runtime/queue.ts';
import { dispatchOutboxEntry } from './dispatch-outbox-entry.ts';
import { fanOut } from './fan-out.ts';
import type { Job } from './job.ts';
import { parseRecord } from './parse-record.ts';
import { WebhookCache } from './webhook-cache.ts';

/**
 * The only door out. Reads new events and outbox rows from the table's stream, makes a delivery for every
 * endpoint that wants an event, and hands each job to the queue of whoever does it.
 *
 * At least once: a batch may come again, in part or whole. Delivery ids follow from event and endpoint, so the
 * second time finds the first time's rows.
 *
 * See: docs/architecture.md#four-decisions; AWS Lambda with DynamoDB streams (partial batch responses).
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const env = readEnv('DELIVERY_QUEUE_URL', 'MAIL_QUEUE_URL', 'DOMAIN_QUEUE_URL');
  const webhookCache = new WebhookCache();
  const outcomes = await mapSettledWithLimit(event.Records, 16, (record) => processRecord(record, webhookCache));

  const jobs = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const to = (queue: Job['queue']) => jobs.filter((job) => job.queue === queue).map((job) => job.message);
  await Promise.all([
    sendMessages(env.DELIVERY_QUEUE_URL, to('delivery')),
    sendMessages(env.MAIL_QUEUE_URL, to('mail')),
    sendMessages(env.DOMAIN_QUEUE_URL, to('domain')),
  ]);

  // The stream goes on from the first record that failed; what comes after it is repeated, and finds its rows.
  const failed = outcomes.findIndex((outcome) => outcome.status === 'rejected');
  if (failed === -1) return { batchItemFailures: [] };
  logger.error('record failed', { error: (outcomes[failed] as PromiseRejectedResult).reason as Error });
  return { batchItemFailures: [{ itemIdentifier: event.Records[failed]?.dynamodb?.SequenceNumber ?? '' }] };
};

async function processRecord(record: DynamoDBRecord, webhookCache: WebhookCache): Promise<Job[]> {
  const parsed = parseRecord(record);
  if (parsed.kind === 'event') return fanOut(parsed.event, webhookCache);
  if (parsed.kind === 'outbox') return dispatchOutboxEntry(parsed.entry, webhookCache);
  return [];
}
