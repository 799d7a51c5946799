import type { Assembly, Resource } from '../../assembly/assembly.ts';
import { Clock } from '../../clock.ts';
import type { Database } from '../../state/database.ts';
import type { QueueDefinition } from './message.ts';
import { MessageRows } from './message-rows.ts';
import { Queue } from './queue.ts';

/** Defaults of a queue. Source: SQS API reference, CreateQueue. */
const DEFAULTS = {
  VisibilityTimeout: 30,
  DelaySeconds: 0,
  MessageRetentionPeriod: 345_600,
  MaximumMessageSize: 1_048_576,
  ReceiveMessageWaitTimeSeconds: 0,
} as const;

/** Messages of one queue: receivable, received and not deleted yet, and waiting for their delay. */
export interface QueueDepth {
  readonly name: string;
  readonly ready: number;
  readonly in_flight: number;
  readonly delayed: number;
}

/** All queues of the stack, by name, address or ARN: each ends in the name. */
export class Queues {
  readonly #byName = new Map<string, Queue>();

  constructor(definitions: readonly QueueDefinition[], database: Database, clock = new Clock()) {
    const rows = new MessageRows(database);
    for (const definition of definitions) {
      this.#byName.set(definition.name, new Queue(definition, rows, (arn) => this.find(arn), clock));
    }
    for (const queue of this.#byName.values()) queue.restore();
  }

  get all(): readonly Queue[] {
    return [...this.#byName.values()];
  }

  find(nameOrAddress: string): Queue | undefined {
    return this.#byName.get(nameOrAddress.split(/[:/]/).at(-1) ?? '');
  }

  /** The number of messages in each queue, for `GET /_local/queues`. */
  depths(): readonly QueueDepth[] {
    return this.all.map(({ definition, counts }) => ({
      name: definition.name,
      ready: counts.ready,
      in_flight: counts.inFlight,
      delayed: counts.delayed,
    }));
  }

  close(): void {
    for (const queue of this.#byName.values()) queue.close();
  }
}

/** The queues of the templates. */
export function queueDefinitions(assembly: Assembly): readonly QueueDefinition[] {
  return assembly.resources('AWS::SQS::Queue').map(definitionOf);
}

function definitionOf(resource: Resource): QueueDefinition {
  const { properties, name } = resource;
  if (properties.FifoQueue) throw new Error(`queue ${name} is a FIFO queue, which the local profile does not emulate`);
  const number = (property: keyof typeof DEFAULTS) => Number(properties[property] ?? DEFAULTS[property]);
  const policy = properties.RedrivePolicy as { deadLetterTargetArn: string; maxReceiveCount: number } | undefined;
  return {
    name,
    arn: resource.attribute('Arn'),
    url: resource.ref,
    visibilityTimeoutSeconds: number('VisibilityTimeout'),
    delaySeconds: number('DelaySeconds'),
    retentionSeconds: number('MessageRetentionPeriod'),
    maximumMessageBytes: number('MaximumMessageSize'),
    waitTimeSeconds: number('ReceiveMessageWaitTimeSeconds'),
    redrive: policy && {
      deadLetterArn: policy.deadLetterTargetArn,
      maxReceiveCount: Number(policy.maxReceiveCount),
    },
  };
}
