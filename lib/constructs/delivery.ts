import { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '../../shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

/** Attempts of a batch run side by side, so a slow receiver costs its batch one time-out, not ten. */
const BATCH_SIZE = 10;

export interface DeliveryProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/**
 * Due deliveries and who makes them. The queue is a standard one; senders name the endpoint as message group, which
 * makes it fair: an endpoint with a backlog does not hold up the others.
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
    this.jobs.grantDeadLetterTo(this.worker, QUEUE_URL_VARIABLES.deliveryDeadLetter);
  }

  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, QUEUE_URL_VARIABLES.delivery);
  }
}
