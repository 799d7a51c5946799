import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { ServiceFunction } from './service-function.ts';

export interface SweeperProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/**
 * Reads the index of due work once per minute, and whether SES delivers mail to the stage. A failed round is not
 * retried, and a late one is dropped, because the next is at most a minute away.
 */
export class Sweeper extends Construct {
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, { config, assetRoot }: SweeperProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-sweep' });
    if (config.inboundMail) this.letWatchReceiptRules();
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.worker.live, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  }

  /** Lets it count the messages of the failure queues. */
  watch(failureQueues: readonly Queue[]): void {
    this.worker.addEnvironment('FAILURE_QUEUE_URLS', failureQueues.map(({ queueUrl }) => queueUrl).join(' '));
    this.worker.allow({
      actions: ['sqs:GetQueueAttributes'],
      resources: failureQueues.map(({ queueArn }) => queueArn),
    });
  }

  /** Only reads: which set is active is the decision of an operator. */
  private letWatchReceiptRules(): void {
    this.worker.allow({ actions: ['ses:DescribeActiveReceiptRuleSet'], resources: ['*'] });
    this.worker.acceptWildcard('*', 'Receipt rules are no resources (Service Authorization Reference, Amazon SES).');
  }
}
