import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ResourceVariable } from '#shared/contract/environment.ts';
import type { StageConfig } from '../config.ts';
import { FUNCTIONS, type FunctionName } from '../functions.ts';
import { serviceNameOf } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

/** Properties of all queues of the service. */
export const QUEUE_DEFAULTS = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const satisfies QueueProps;

/** The maximum retention of SQS: failures wait for an operator. */
export const LONGEST_RETENTION = Duration.days(14);

/** Receives before a message is dead-lettered; AWS advises at least five where Lambda polls. */
const MAX_RECEIVES = 5;
/** Visibility in multiples of the consumer's timeout. Source: Lambda developer guide, Using Lambda with SQS. */
const VISIBILITY_FACTOR = 6;

export interface JobQueueProps {
  readonly config: StageConfig;
  /** Names the queue `aid-<stage>-<name>` and its dead-letter queue `…-dead-letters`. */
  readonly name: string;
  readonly consumer: FunctionName;
  /** Receives before a message is dead-lettered, where waiting is part of the work. */
  readonly maxReceives?: number;
}

export interface ConsumeOptions {
  readonly batchSize: number;
  readonly maxConcurrency: number;
}

/** A queue of jobs for one worker, and its dead-letter queue. */
export class JobQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { config, name, consumer, maxReceives = MAX_RECEIVES }: JobQueueProps) {
    super(scope, id);
    const queueName = serviceNameOf(config, name);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...QUEUE_DEFAULTS,
      queueName: `${queueName}-dead-letters`,
      retentionPeriod: LONGEST_RETENTION,
    });
    this.queue = new Queue(this, 'Queue', {
      ...QUEUE_DEFAULTS,
      queueName,
      visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * FUNCTIONS[consumer].timeoutSeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }

  /** Each message fails alone: the response names those of a batch to retry. */
  addConsumer(worker: ServiceFunction, options: ConsumeOptions): void {
    worker.live.addEventSource(new SqsEventSource(this.queue, { ...options, reportBatchItemFailures: true }));
  }

  /** Allows sending jobs, and sets `variable` to the queue's URL. */
  grantSendTo(fn: ServiceFunction, variable: ResourceVariable): void {
    grantSend(this.queue, fn, variable);
  }
}

/** Allows sending to a queue, and sets `variable` to its URL. */
export function grantSend(queue: Queue, fn: ServiceFunction, variable: ResourceVariable): void {
  fn.addEnvironment(variable, queue.queueUrl);
  fn.allow({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
}
