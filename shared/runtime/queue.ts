import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type JobOf, QUEUE_URL_VARIABLES, type QueueName } from '../contract/jobs.ts';
import { clientOptions } from './client-options.ts';
import { readEnv } from './env.ts';

export interface JobOptions {
  /** The tenant or endpoint that the job belongs to. SQS keeps the backlog of one group from delaying the others. */
  group?: string;
  delaySeconds?: number;
}

/** A job, and the queue that it is for. */
export type QueuedJob<Q extends QueueName = QueueName> = { [N in Q]: { queue: N; job: JobOf<N> } & JobOptions }[Q];

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
  const byQueue = Map.groupBy(jobs, ({ queue }) => queue);
  await Promise.all([...byQueue].map(([queue, jobsOfQueue]) => sendJobs(queue, jobsOfQueue)));
}

type Message = { job: unknown } & JobOptions;

async function sendJobs(queue: QueueName, jobs: readonly Message[]): Promise<void> {
  const sqs = getClient();
  const variable = QUEUE_URL_VARIABLES[queue];
  const { [variable]: queueUrl } = readEnv(variable);
  const batches: Message[][] = [];
  for (let start = 0; start < jobs.length; start += BATCH_SIZE) batches.push(jobs.slice(start, start + BATCH_SIZE));
  await Promise.all(
    batches.map(async (batch) => {
      const { Failed } = await sqs.send(
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
      if (Failed !== undefined && Failed.length > 0) {
        throw new Error(`SQS rejected ${Failed.length} of ${batch.length} jobs for "${queue}": ${Failed[0]?.Code}`);
      }
    }),
  );
}
