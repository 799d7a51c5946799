/** A queue with the event source mapping that consumes it, as a template has them. */
export interface SaturatedQueue {
  readonly maximum: number;
  readonly batchSize: number;
  readonly visibilitySeconds: number;
  readonly maxReceives: number;
}

/** Messages that are all there at the beginning, and how long the run of a batch of them takes. Each run succeeds. */
export interface Backlog {
  readonly messages: number;
  readonly runSeconds: number;
}

interface Load {
  /** The executions that the account may have at once. */
  readonly quota: number;
  readonly backlogs: Readonly<Record<string, Backlog>>;
  /** The executions of all other functions in a second: requests, waits, streams, the relay. */
  readonly othersAt: (second: number) => number;
}

interface Outcome {
  readonly done: number;
  readonly deadLetters: number;
  /** Batches that Lambda received and could not run. */
  readonly throttled: number;
  /** The most receives of a message. */
  readonly maxReceives: number;
}

interface Message {
  receives: number;
  visibleAt: number;
}

/** How long a mapping waits after a batch that it could not run. The real backoff is not documented. */
const BACKOFF_SECONDS = 1;

const MAX_SECONDS = 48 * 3600;

/**
 * Plays in steps of a second what Lambda and SQS do where the quota of an account is exhausted. A mapping receives a
 * batch whenever it has fewer than its maximum in hand, whether or not an execution is free. A batch that cannot run
 * has been received: its messages are hidden until their visibility timeout ends, and one that was received as often as
 * the queue allows is a dead letter when it would be received again.
 *
 * See: Lambda developer guide, Using Lambda with Amazon SQS (scaling, throttled invocations); SQS developer guide,
 * Dead-letter queues.
 */
export function simulate(queues: Readonly<Record<string, SaturatedQueue>>, load: Load): Outcome {
  const outcome = { done: 0, deadLetters: 0, throttled: 0, maxReceives: 0 };
  const consumers = Object.entries(load.backlogs).flatMap(([name, { messages, runSeconds }]) => {
    const queue = queues[name];
    if (queue === undefined) return [];
    const waiting = Array.from({ length: messages }, (): Message => ({ receives: 0, visibleAt: 0 }));
    return [{ queue, runSeconds, waiting, running: [] as number[], backingOff: [] as number[] }];
  });
  const inUse = () => consumers.reduce((sum, { running }) => sum + running.length, 0);

  for (let second = 0; second < MAX_SECONDS; second++) {
    for (const consumer of consumers) {
      consumer.running = consumer.running.filter((end) => end > second);
      consumer.backingOff = consumer.backingOff.filter((end) => end > second);
    }
    // The first to be served changes, so that no queue is preferred.
    for (let turn = 0; turn < consumers.length; turn++) {
      const consumer = consumers[(second + turn) % consumers.length];
      if (consumer === undefined) continue;
      const { queue, runSeconds, running, backingOff } = consumer;
      while (running.length + backingOff.length < queue.maximum) {
        const batch = receive(consumer.waiting, queue, second, outcome);
        if (batch.length === 0) break;
        if (inUse() + load.othersAt(second) < load.quota) {
          running.push(second + runSeconds);
          outcome.done += batch.length;
          consumer.waiting = consumer.waiting.filter((message) => !batch.includes(message));
        } else {
          backingOff.push(second + BACKOFF_SECONDS);
          outcome.throttled += 1;
        }
      }
      consumer.waiting = consumer.waiting.filter(({ receives }) => receives <= queue.maxReceives);
    }
    if (consumers.every(({ waiting }) => waiting.length === 0)) return outcome;
  }
  throw new Error('the queues are not empty after two days');
}

/** Receives a batch of visible messages. What was received too often before becomes a dead letter instead. */
function receive(
  waiting: readonly Message[],
  { batchSize, visibilitySeconds, maxReceives }: SaturatedQueue,
  second: number,
  outcome: { deadLetters: number; maxReceives: number },
): Message[] {
  const batch: Message[] = [];
  for (const message of waiting) {
    if (batch.length === batchSize) break;
    if (message.visibleAt > second || message.receives > maxReceives) continue;
    message.receives += 1;
    if (message.receives > maxReceives) {
      outcome.deadLetters += 1;
      continue;
    }
    message.visibleAt = second + visibilitySeconds;
    outcome.maxReceives = Math.max(outcome.maxReceives, message.receives);
    batch.push(message);
  }
  return batch;
}
