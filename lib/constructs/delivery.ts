import { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '#shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

/** Attempts of a batch run concurrently, so a slow receiver costs its batch one timeout, not ten. */
const BATCH_SIZE = 10;

export interface DeliveryProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/**
 * The queue of due deliveries and its worker. It is a standard queue. Senders set the endpoint as the message group,
 * which makes the queue fair: an endpoint with a backlog does not delay the others.
 *
 * See: docs/architecture.md#a-delivery; SQS developer guide, Fair queues.
 */
export class Delivery extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;

  constructor(scope: Construct, id: string, { config, assetRoot }: DeliveryProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-deliver-webhook' });
    this.jobs = new JobQueue(this, 'Jobs', { config, name: 'delivery', consumer: 'worker-deliver-webhook' });
    this.jobs.addConsumer(this.worker, { batchSize: BATCH_SIZE, maxConcurrency: config.deliveryConcurrency });
    this.grantSendTo(this.worker);
  }

  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, QUEUE_URL_VARIABLES.delivery);
  }
}
