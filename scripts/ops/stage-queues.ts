import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { DeployedStage } from './deployed-stage.ts';
import { OpsError } from './ops-error.ts';

/** A queue of the stage with its present state. */
export interface StageQueue {
  readonly name: string;
  readonly url: string;
  readonly ready: number;
  readonly inFlight: number;
  readonly delayed: number;
  /** A queue of jobs has a dead-letter queue. A queue without one receives only failures. */
  readonly kind: 'jobs' | 'failures';
  /** The queue of jobs that a failure queue gets its messages from. The relay's failures come from no queue. */
  readonly source: StageQueue | undefined;
}

/** The queues of a stage, those of jobs first. Which queue belongs to which is what SQS says, and no list of ours. */
export async function stageQueues({ sqs, queueUrls }: DeployedStage): Promise<StageQueue[]> {
  const read = await Promise.all(
    queueUrls.map(async (url) => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      return { url, attributes: Attributes as Readonly<Record<string, string>> };
    }),
  );
  const jobs = read.filter(({ attributes }) => targetOf(attributes) !== undefined).map((one) => queueOf(one, 'jobs'));
  const failures = read
    .filter(({ attributes }) => targetOf(attributes) === undefined)
    .map((one) => {
      const from = read.find(({ attributes }) => targetOf(attributes) === one.attributes.QueueArn);
      return queueOf(one, 'failures', from && queueOf(from, 'jobs'));
    });
  const byName = (a: StageQueue, b: StageQueue) => a.name.localeCompare(b.name);
  return [...jobs.sort(byName), ...failures.sort(byName)];
}

/**
 * A failure queue by its name, with or without the prefix of the stage. Queues of jobs are refused: to receive from one
 * takes jobs from their worker, and counts towards the receives after which a job is dead-lettered.
 */
export async function failureQueue(stage: DeployedStage, name: string): Promise<StageQueue> {
  const queues = await stageQueues(stage);
  const found = queues.find((queue) => queue.name === name || queue.name === `aid-${stage.name}-${name}`);
  const names = queues.filter(({ kind }) => kind === 'failures').map((queue) => queue.name);
  if (found === undefined)
    throw new OpsError(`no queue ${name} in stage ${stage.name}; the failure queues are ${names.join(', ')}`);
  if (found.kind === 'jobs') {
    throw new OpsError(
      `${found.name} is a queue of jobs: reading it would take jobs from its worker, and each read counts as a failed ` +
        `attempt; the failure queues are ${names.join(', ')}`,
    );
  }
  return found;
}

interface Read {
  readonly url: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function queueOf({ url, attributes }: Read, kind: StageQueue['kind'], source?: StageQueue): StageQueue {
  return {
    name: url.split('/').at(-1) ?? url,
    url,
    ready: Number(attributes.ApproximateNumberOfMessages ?? 0),
    inFlight: Number(attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(attributes.ApproximateNumberOfMessagesDelayed ?? 0),
    kind,
    source,
  };
}

/** The ARN of the dead-letter queue. */
function targetOf({ RedrivePolicy }: Readonly<Record<string, string>>): string | undefined {
  if (RedrivePolicy === undefined || RedrivePolicy === '') return undefined;
  return (JSON.parse(RedrivePolicy) as { deadLetterTargetArn?: string }).deadLetterTargetArn;
}
