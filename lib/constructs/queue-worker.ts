import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { WorkQueueName } from '#shared/contract/jobs.ts';
import { maxReceivesFor } from '../concurrency.ts';
import type { StageConfig } from '../config.ts';
import { FUNCTIONS } from '../functions.ts';
import { QUEUE_WORKERS, type QueueWorkerSpec } from '../queue-workers.ts';
import { serviceNameOf } from '../settings.ts';
import { ServiceFunction } from './service-function.ts';

/** Properties of all queues of the service. */
export const QUEUE_DEFAULTS = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const satisfies QueueProps;

/** The maximum retention of SQS: failures wait for an operator. */
export const LONGEST_RETENTION = Duration.days(14);

/** Visibility in multiples of the worker's timeout. Source: Lambda developer guide, Using Lambda with SQS. */
const VISIBILITY_FACTOR = 6;

export interface QueueWorkerProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  /** Names the queue `aid-<stage>-<name>`, its dead-letter queue `…-dead-letters`, and the worker `worker-<name>`. */
  readonly queue: WorkQueueName;
}

/**
 * A queue, its dead-letter queue and the worker that consumes it. The queue is a standard one. Senders set a message
 * group, which makes it fair: the backlog of one organization, endpoint or stream does not delay the others.
 *
 * See: lib/queue-workers.ts; SQS developer guide, Fair queues.
 */
export class QueueWorker extends Construct {
  readonly worker: ServiceFunction;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { config, assetRoot, queue: name }: QueueWorkerProps) {
    super(scope, id);
    const { batchSize, maxConcurrency, maxReceives }: QueueWorkerSpec = QUEUE_WORKERS[name];
    const functionName = `worker-${name}` as const;
    const visibilitySeconds = VISIBILITY_FACTOR * FUNCTIONS[functionName].timeoutSeconds;
    const reserves = config.profile === 'local' || config.waitConcurrency > 0;
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: functionName });
    // Release 0.2.0 has deployed the queues under this id: under another one, CloudFormation would create each a second
    // time, which fails at its name.
    const jobs = new Construct(this, 'Jobs');
    const queueName = serviceNameOf(config, name);
    this.deadLetters = new Queue(jobs, 'DeadLetters', {
      ...QUEUE_DEFAULTS,
      queueName: `${queueName}-dead-letters`,
      retentionPeriod: LONGEST_RETENTION,
    });
    this.queue = new Queue(jobs, 'Queue', {
      ...QUEUE_DEFAULTS,
      queueName,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: {
        queue: this.deadLetters,
        maxReceiveCount: maxReceivesFor(reserves, visibilitySeconds, maxReceives),
      },
    });
    // Each message fails alone: the response names those of a batch to retry.
    this.worker.live.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        maxConcurrency: maxConcurrency(config),
        reportBatchItemFailures: true,
      }),
    );
  }
}
