import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { requestIdField, withRequestId } from '#shared/domain/http/request-scope.ts';
import { logger } from '#shared/runtime/log.ts';
import { enqueueEach, type QueuedJob } from '#shared/runtime/queue.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { dispatchOutboxEntry } from './dispatch-outbox-entry.ts';
import { fanOut } from './fan-out.ts';
import { parseRecord } from './parse-record.ts';
import { withoutRepeatedPushes } from './queue-stream.ts';
import { isPermanent, setAside } from './set-aside.ts';
import { SubscriberCache } from './subscriber-cache.ts';

const MAX_CONCURRENT_RECORDS = 16;

/**
 * All side effects leave through the table's stream, and this function dispatches them. It reads new events and outbox
 * entries, creates a delivery for every endpoint that subscribes to an event, and enqueues the jobs of the workers. An
 * event stream gets one job from a batch, however many events it has.
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
  const failures = await enqueueOutcomes(outcomes);

  // The stream continues from the first record that failed. It repeats the records after it, which find their rows.
  const failed = failures.findIndex((failure) => failure !== undefined);
  if (failed === -1) return { batchItemFailures: [] };
  reportFailure('record failed', failures[failed]);
  return { batchItemFailures: [{ itemIdentifier: event.Records[failed]?.dynamodb?.SequenceNumber ?? '' }] };
};

/** What follows from a record, and how it is logged once the queues have it. */
interface Relayed {
  readonly jobs: readonly QueuedJob[];
  /** Logs that the queues have accepted the jobs; without jobs there is nothing to log. */
  readonly log?: () => void;
}

/**
 * Sends the jobs of all records. Returns for each record why it failed, if it did: what follows from it could not be
 * determined, or a queue did not accept one of its jobs.
 */
async function enqueueOutcomes(outcomes: readonly PromiseSettledResult<Relayed>[]): Promise<unknown[]> {
  const jobs = withoutRepeatedPushes(
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.jobs : [])),
  );
  const errors = await enqueueEach(jobs);
  const refused = new Map<QueuedJob, Error>();
  for (const [index, job] of jobs.entries()) {
    const error = errors[index];
    if (error === undefined) continue;
    // Nothing waits for it, and the stream must not.
    if (job.isOptional) reportFailure('heartbeat not sent', error, { queue: job.queue });
    else refused.set(job, error);
  }
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') return outcome.reason;
    const { jobs: own, log } = outcome.value;
    const error = own.map((job) => refused.get(job)).find((one) => one !== undefined);
    if (error === undefined) log?.();
    return error;
  });
}

/** A record that can never succeed must not hold up the others. A failure that may pass is thrown, and retried. */
async function processOrSetAside(record: DynamoDBRecord, subscribers: SubscriberCache): Promise<Relayed> {
  try {
    return await processRecord(record, subscribers);
  } catch (error) {
    if (!isPermanent(error)) throw error;
    return { jobs: [setAside(record, error)] };
  }
}

async function processRecord(record: DynamoDBRecord, subscribers: SubscriberCache): Promise<Relayed> {
  const parsed = parseRecord(record);
  switch (parsed.kind) {
    case 'event': {
      const { event } = parsed;
      return traced(event, { event_id: event.id }, () => fanOut(event, subscribers));
    }
    case 'outbox': {
      const { entry } = parsed;
      if (entry.kind === 'heartbeat') return { jobs: await dispatchOutboxEntry(entry, subscribers) };
      return traced(entry, { outbox_id: entry.id, kind: entry.kind }, () => dispatchOutboxEntry(entry, subscribers));
    }
    case 'other':
      return { jobs: [] };
  }
}

/** Passes the request that wrote a row on to the jobs that follow from it, and logs them with it. */
async function traced(
  { requestId }: { readonly requestId?: string },
  fields: Readonly<Record<string, string>>,
  dispatch: () => Promise<QueuedJob[]>,
): Promise<Relayed> {
  const jobs = await withRequestId(requestId, async () =>
    (await dispatch()).map((queued) => ({ ...queued, job: { ...queued.job, ...requestIdField() } }) as QueuedJob),
  );
  if (jobs.length === 0) return { jobs };
  return {
    jobs,
    log: () => withRequestId(requestId, () => logger.info('relayed', { ...fields, jobs: jobs.map(nameOfJob) })),
  };
}

/** The queue of a job, and the id by which its worker logs it. */
function nameOfJob({ queue, job }: { queue: string; job: object }): string {
  const { deliveryId, messageId, domainId, connectionId, outboxId, eventId } = job as Record<
    string,
    string | undefined
  >;
  return [queue, deliveryId ?? messageId ?? domainId ?? connectionId ?? outboxId ?? eventId].join(' ').trim();
}
