import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueDepth } from '#local/emulators/queues/queues.ts';

const DEAD_LETTERS = /dead-letters$/;

/** The depths of all queues of a local stack. */
export async function queueDepths(baseUrl: string): Promise<readonly QueueDepth[]> {
  const response = await fetch(`${baseUrl}/_local/queues`);
  const { queues } = (await response.json()) as { queues: QueueDepth[] };
  return queues;
}

/** Messages in the queue of the function that ingests mail. */
export function waitingMails(depths: readonly QueueDepth[]): number {
  const queue = depths.find(({ name }) => name.endsWith('inbound-mail'));
  if (queue === undefined) throw new Error('the stack has no queue of inbound mail');
  return held(queue);
}

/** Messages in dead-letter queues, by queue; empty if there are none. */
export function deadLetters(depths: readonly QueueDepth[]): Record<string, number> {
  const full = depths.filter((queue) => DEAD_LETTERS.test(queue.name) && held(queue) > 0);
  return Object.fromEntries(full.map((queue) => [queue.name, held(queue)]));
}

/**
 * Waits until all queues except the dead-letter queues are empty. Returns those that are not empty when the time is up.
 */
export async function drain(baseUrl: string, withinMs: number): Promise<readonly QueueDepth[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const left = (await queueDepths(baseUrl)).filter((queue) => !DEAD_LETTERS.test(queue.name) && held(queue) > 0);
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(200);
  }
}

function held({ ready, in_flight, delayed }: QueueDepth): number {
  return ready + in_flight + delayed;
}
