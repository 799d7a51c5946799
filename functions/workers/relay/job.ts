import type { QueueMessage } from '../../../shared/runtime/queue.ts';

/** A message and the queue it goes to. */
export interface Job {
  queue: 'delivery' | 'mail' | 'domain';
  message: QueueMessage;
}
