import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type Heartbeat, type JobOf, QUEUE_URL_VARIABLES, type QueueName } from '#shared/contract/jobs.ts';
import { clientOptions } from './client-options.ts';
import { readEnv } from './env.ts';

export interface JobOptions {
  /** The tenant or endpoint that the job belongs to. SQS keeps the backlog of one group from delaying the others. */
  group?: string;
  delaySeconds?: number;
  /** Whether nothing is lost if the queue does not accept it. */
  isOptional?: true;
}

/** A job, and the queue that it is for. */
export type QueuedJob<Q extends QueueName = QueueName> = {
  [N in Q]: { queue: N; job: JobOf<N> | Heartbeat } & JobOptions;
}[Q];

/** Messages in one request to SQS. See: AWS SQS SendMessageBatch. */
const BATCH_SIZE = 10;

let client: SQSClient | undefined;

/** Sends one job. */
export async function enqueue<Q extends QueueName>(queue: Q, job: JobOf<Q>, options: JobOptions = {}): Promise<void> {
  await sendJobs(queue, [{ job, ...options }]);
}

function getClient(): SQSClient {
  if (client !== undefined) return client;
  client = new SQSClient(clientOptions({ maxAttempts: 5 }));
  // It copies every batch for a log record that no logger reads.
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

/** Sends jobs to their queues. Throws unless SQS accepted every one. */
export async function enqueueAll(jobs: readonly QueuedJob[]): Promise<void> {
  const refused = (await enqueueEach(jobs)).find((error) => error !== undefined);
  if (refused !== undefined) throw refused;
}

/**
 * Sends jobs to their queues, as many to each as SQS accepts. Returns for each job, in their order, why it was not
 * accepted, or `undefined`. A queue that refuses its jobs does not keep the others from theirs.
 */
export async function enqueueEach(jobs: readonly QueuedJob[]): Promise<(Error | undefined)[]> {
  const errors: (Error | undefined)[] = jobs.map(() => undefined);
  const byQueue = Map.groupBy(jobs.keys(), (index) => (jobs[index] as QueuedJob).queue);
  await Promise.all(
    [...byQueue].map(async ([queue, indexes]) => {
      const refused = await sendEach(
        queue,
        indexes.map((index) => jobs[index] as QueuedJob),
      );
      for (const [at, index] of indexes.entries()) errors[index] = refused[at];
    }),
  );
  return errors;
}

type Message = { job: unknown } & JobOptions;

async function sendJobs(queue: QueueName, jobs: readonly Message[]): Promise<void> {
  const refused = (await sendEach(queue, jobs)).find((error) => error !== undefined);
  if (refused !== undefined) throw refused;
}

async function sendEach(queue: QueueName, jobs: readonly Message[]): Promise<(Error | undefined)[]> {
  const batches: Message[][] = [];
  for (let start = 0; start < jobs.length; start += BATCH_SIZE) batches.push(jobs.slice(start, start + BATCH_SIZE));
  const results = await Promise.all(
    batches.map((batch) => sendBatch(queue, batch).catch((error: unknown) => batch.map(() => error as Error))),
  );
  return results.flat();
}

async function sendBatch(queue: QueueName, batch: readonly Message[]): Promise<(Error | undefined)[]> {
  const variable = QUEUE_URL_VARIABLES[queue];
  const { [variable]: queueUrl } = readEnv(variable);
  const { Failed = [] } = await getClient().send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: batch.map(({ job, group, delaySeconds }, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(job),
        // A group makes a standard queue fair. See: AWS SQS fair queues.
        MessageGroupId: group,
        DelaySeconds: delaySeconds,
      })),
    }),
  );
  const codes = new Map(Failed.map(({ Id, Code }) => [Id, Code]));
  return batch.map((_, index) => {
    if (!codes.has(String(index))) return undefined;
    return new Error(`SQS rejected ${codes.size} of ${batch.length} jobs for "${queue}": ${codes.get(String(index))}`);
  });
}
