import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { mapSettledWithLimit } from '../../../shared/domain/map-with-limit.ts';
import { requestIdField, withRequestId } from '../../../shared/domain/request-scope.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { enqueueAll, type QueuedJob } from '../../../shared/runtime/queue.ts';
import { dispatchOutboxEntry } from './dispatch-outbox-entry.ts';
import { fanOut } from './fan-out.ts';
import { parseRecord } from './parse-record.ts';
import { withoutRepeatedPushes } from './queue-stream.ts';
import { isPermanent, setAside } from './set-aside.ts';
import { SubscriberCache } from './subscriber-cache.ts';

const MAX_CONCURRENT_RECORDS = 16;

/**
 * All side effects leave through the table's stream, and this function dispatches them. It reads new events and outbox
 * entries, creates a delivery for every endpoint that subscribes to an event, and enqueues the jobs of the workers. An event
 * stream gets one job from a batch, however many events it has.
 *
 * The stream delivers at least once: a batch may be repeated in part or whole. The id of a delivery follows from event
 * and endpoint, so a repetition finds the rows of the first run. A failure is retried until its record is a day old,
 * unless no retry can succeed.
 *
 * See: docs/architecture.md#four-decisions; AWS Lambda with DynamoDB streams (partial batch responses).
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const subscribers = new SubscriberCache(Date.now());
  const outcomes = await mapSettledWithLimit(event.Records, MAX_CONCURRENT_RECORDS, (record) =>
    processOrSetAside(record, subscribers),
  );
  const jobs = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  await enqueueAll(withoutRepeatedPushes(jobs));

  // The stream continues from the first record that failed. It repeats the records after it, which find their rows.
  const failed = outcomes.findIndex((outcome) => outcome.status === 'rejected');
  if (failed === -1) return { batchItemFailures: [] };
  logger.error('record failed', { error: (outcomes[failed] as PromiseRejectedResult).reason as Error });
  return { batchItemFailures: [{ itemIdentifier: event.Records[failed]?.dynamodb?.SequenceNumber ?? '' }] };
};

/** A record that can never succeed must not hold up the others. A failure that may pass is thrown, and retried. */
async function processOrSetAside(record: DynamoDBRecord, subscribers: SubscriberCache): Promise<QueuedJob[]> {
  try {
    return await processRecord(record, subscribers);
  } catch (error) {
    if (!isPermanent(error)) throw error;
    return [setAside(record, error)];
  }
}

async function processRecord(record: DynamoDBRecord, subscribers: SubscriberCache): Promise<QueuedJob[]> {
  const parsed = parseRecord(record);
  switch (parsed.kind) {
    case 'event': {
      const { event } = parsed;
      return traced(event, { event_id: event.id }, () => fanOut(event, subscribers));
    }
    case 'outbox': {
      const { entry } = parsed;
      return traced(entry, { outbox_id: entry.id, kind: entry.kind }, () => dispatchOutboxEntry(entry, subscribers));
    }
    case 'other':
      return [];
  }
}

/** Passes the request that wrote a row on to the jobs that follow from it, and logs them with it. */
function traced(
  { requestId }: { readonly requestId?: string },
  fields: Readonly<Record<string, string>>,
  dispatch: () => Promise<QueuedJob[]>,
): Promise<QueuedJob[]> {
  return withRequestId(requestId, async () => {
    const jobs = (await dispatch()).map((queued) => ({ ...queued, job: { ...queued.job, ...requestIdField() } }));
    if (jobs.length > 0) logger.info('relayed', { ...fields, jobs: jobs.map(nameOfJob) });
    return jobs as QueuedJob[];
  });
}

/** The queue of a job, and the id by which its worker logs it. */
function nameOfJob({ queue, job }: { queue: string; job: object }): string {
  const { deliveryId, messageId, domainId, connectionId, outboxId } = job as Record<string, string | undefined>;
  return [queue, deliveryId ?? messageId ?? domainId ?? connectionId ?? outboxId].join(' ').trim();
}
