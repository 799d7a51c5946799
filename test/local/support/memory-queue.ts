import type { QueueDefinition } from '#local/emulators/queues/message.ts';
import { Queues } from '#local/emulators/queues/queues.ts';
import { type Database, openDatabase } from '#local/state/database.ts';

export const memoryDatabase = (): Database => openDatabase({ dir: '', ephemeral: true });

export function definition(name: string, overrides: Partial<QueueDefinition> = {}): QueueDefinition {
  return {
    name,
    arn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
    url: `http://127.0.0.1/000000000000/${name}`,
    visibilityTimeoutSeconds: 30,
    delaySeconds: 0,
    retentionSeconds: 3600,
    maximumMessageBytes: 262_144,
    waitTimeSeconds: 0,
    redrive: undefined,
    ...overrides,
  };
}

/** Queues on a database. Pass the same database again to simulate a restart. */
export function openQueues(definitions: readonly QueueDefinition[], database = memoryDatabase()) {
  const queues = new Queues(definitions, database);
  const queue = (name: string) => {
    const found = queues.find(name);
    if (found === undefined) throw new Error(`no queue ${name}`);
    return found;
  };
  return { queues, queue, database };
}
