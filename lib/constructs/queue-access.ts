import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { QUEUE_URL_VARIABLES, type QueueName } from '#shared/contract/jobs.ts';
import type { Access } from '../access.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

/** What functions may do with the queues. Receiving is no part of it: the mappings of the workers grant that. */
export class QueueAccess implements Grantor {
  readonly #queues: Readonly<Record<QueueName, Queue>>;
  readonly #failures: readonly Queue[];

  /** `failures`: the queues of what failed, which the sweep counts. */
  constructor(queues: Readonly<Record<QueueName, Queue>>, failures: readonly Queue[]) {
    this.#queues = queues;
    this.#failures = failures;
  }

  grantTo(fn: ServiceFunction, { sendsTo = [], countsFailures }: Access): void {
    for (const name of sendsTo) {
      const { queueUrl, queueArn } = this.#queues[name];
      fn.addEnvironment(QUEUE_URL_VARIABLES[name], queueUrl);
      fn.allow({ actions: ['sqs:SendMessage'], resources: [queueArn] });
    }
    if (!countsFailures) return;
    fn.addEnvironment('FAILURE_QUEUE_URLS', this.#failures.map(({ queueUrl }) => queueUrl).join(' '));
    fn.allow({
      actions: ['sqs:GetQueueAttributes'],
      resources: this.#failures.map(({ queueArn }) => queueArn),
    });
  }
}
