import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { PREFIX } from '../../shared/data/table.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { LONGEST_RETENTION, QUEUE_DEFAULTS } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';
import type { SingleTable } from './single-table.ts';

/** New events and new outbox rows: everything else on the stream is nobody's business. */
export const RELAY_FILTER = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: [{ prefix: PREFIX.event }, { prefix: PREFIX.outbox }] } } },
} as const;

export interface RelayProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly table: SingleTable;
}

/**
 * The stream is the only door out; this is who stands in it. A record that fails is isolated by halving its batch,
 * tried a bounded number of times, and then told to an operator: the default would let it block its shard for a day.
 *
 * See: docs/architecture.md#four-decisions.
 */
export class Relay extends Construct {
  readonly worker: ServiceFunction;
  /** Where the mapping notes which records it gave up. The rows themselves are still in the table. */
  readonly failures: Queue;

  constructor(scope: Construct, id: string, { config, assetRoot, table }: RelayProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-relay' });
    this.failures = new Queue(this, 'Failures', {
      ...QUEUE_DEFAULTS,
      queueName: serviceNameOf(config, 'relay-failures'),
      retentionPeriod: LONGEST_RETENTION,
    });
    acknowledge(
      this.failures,
      'AwsSolutions-SQS3',
      'It is itself where failures end: the stream mapping names it, which the rule does not look at.',
    );
    table.grantStreamTo(this.worker);
    this.worker.lambda.addEventSourceMapping('Stream', {
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [{ pattern: JSON.stringify(RELAY_FILTER) }],
      batchSize: 100,
      // One batch a shard, and at once: order within an organization is kept, and nothing waits for company.
      parallelizationFactor: 1,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 10,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(this.failures),
    });
  }
}
