import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { PREFIX } from '#shared/data/table.ts';
import { acknowledge } from '../acknowledge.ts';
import { relayBatchesPerShard } from '../concurrency.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { LONGEST_RETENTION, QUEUE_DEFAULTS } from './queue-worker.ts';
import { ServiceFunction } from './service-function.ts';
import type { SingleTable } from './single-table.ts';

/** New events and new outbox rows. The relay ignores everything else on the stream. */
const RELAY_FILTER = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: [{ prefix: PREFIX.event }, { prefix: PREFIX.outbox }] } } },
} as const;

export interface RelayProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly table: SingleTable;
}

/**
 * All side effects leave through the table's stream, and the relay dispatches them. A failing record is isolated by
 * halving its batch, and retried for as long as the stream keeps it, because its cause may last for hours: a throttled
 * table, a queue that does not answer, a wrong deployment. The function puts a record aside that can never succeed.
 *
 * See: docs/architecture.md#four-decisions.
 */
export class Relay extends Construct {
  readonly worker: ServiceFunction;
  /**
   * The queue of what was not relayed: the rows that the function put aside, and notices of the mapping about records
   * that were a day old. The rows themselves are still in the table.
   */
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
      'It is itself a dead-letter queue, of the stream mapping, which the rule does not examine.',
    );
    // A child of the function and not of its alias, so that the mapping keeps its position when the stage gets
    // versions.
    new EventSourceMapping(this.worker.lambda, 'Stream', {
      target: this.worker.live,
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [{ pattern: JSON.stringify(RELAY_FILTER) }],
      batchSize: 100,
      // No batching window, so that nothing waits. Batches at once keep the order of one row's changes, and not that of
      // rows: each record is dispatched independently, to queues without an order. See: docs/scale.md#the-relay.
      parallelizationFactor: relayBatchesPerShard(config.accountConcurrency),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // Without `retryAttempts` Lambda retries until the record is too old. The stream itself keeps a record for 24
      // hours.
      maxRecordAge: Duration.hours(24),
      onFailure: new SqsDlq(this.failures),
    });
  }
}
