import type { WorkQueueName } from '#shared/contract/jobs.ts';
import { MIN_CONCURRENCY } from './concurrency.ts';
import type { StageConfig } from './config.ts';

/** How a worker consumes its queue. */
export interface QueueWorkerSpec {
  /** Messages of one invocation, which share its timeout. */
  readonly batchSize: number;
  /** Invocations at once. */
  readonly maxConcurrency: (config: StageConfig) => number;
  /** The least number of receives before a message is dead-lettered, where waiting is part of the work. */
  readonly maxReceives?: number;
}

/** The workers of the queues. The queue, its dead-letter queue, its worker and its failure alarm follow from these. */
export const QUEUE_WORKERS: Readonly<Record<WorkQueueName, QueueWorkerSpec>> = {
  // The attempts of a batch run concurrently, so a slow receiver costs its batch one timeout, not ten.
  delivery: { batchSize: 10, maxConcurrency: (config) => config.deliveryConcurrency },
  // The streams of a batch are pushed concurrently as well.
  'event-streams': { batchSize: 5, maxConcurrency: (config) => config.streamConcurrency },
  'inbound-mail': { batchSize: 5, maxConcurrency: (config) => config.inboundConcurrency },
  'outbound-mail': { batchSize: 5, maxConcurrency: (config) => config.sendConcurrency },
  // A notification can arrive before the sender has recorded SES's id of the message. It is received again after each
  // visibility timeout (180 s) until the worker drops it after 15 minutes: the queue has to allow more receives than
  // that.
  'mail-status': { batchSize: 10, maxConcurrency: (config) => config.sendConcurrency, maxReceives: 12 },
  // Slow, because SES accepts about one call about domains per second from an account.
  'domain-checks': { batchSize: 5, maxConcurrency: () => MIN_CONCURRENCY },
};

/** The most batches that all workers of queues of a stage process at once. */
export function workerConcurrency(config: StageConfig): number {
  return Object.values(QUEUE_WORKERS).reduce((sum, { maxConcurrency }) => sum + maxConcurrency(config), 0);
}
