import { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '#shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';
import type { SocketApi } from './socket-api.ts';

/** Streams of a batch are pushed concurrently, so a slow client costs its batch one timeout. */
const BATCH_SIZE = 5;

export interface EventStreamsProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly sockets: SocketApi;
}

/**
 * The queue of event streams with news, and the worker that sends it. Senders set the connection as the message group,
 * so that the backlog of one stream delays no other.
 *
 * See: docs/decisions/0024-event-streams.md; SQS developer guide, Fair queues.
 */
export class EventStreams extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;

  constructor(scope: Construct, id: string, { config, assetRoot, sockets }: EventStreamsProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-push-stream' });
    this.jobs = new JobQueue(this, 'Jobs', { config, name: 'event-streams', consumer: 'worker-push-stream' });
    this.jobs.addConsumer(this.worker, { batchSize: BATCH_SIZE, maxConcurrency: config.streamConcurrency });
    this.grantSendTo(this.worker);
    this.grantSendTo(sockets.worker);
    sockets.grantManageTo(this.worker);
  }

  /** Allows sending jobs. */
  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, QUEUE_URL_VARIABLES.stream);
  }
}
