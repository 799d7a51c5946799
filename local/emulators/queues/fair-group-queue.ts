import type { Message } from './message.ts';

/**
 * The ready messages of one message group, and how many of its messages are in flight. Each message without a group is
 * a group of its own, and those are in one lane, as if none were in flight.
 */
interface Lane {
  readonly ready: Message[];
  /** Index of the first message not yet taken. The array is trimmed now and then, instead of shifted each time. */
  head: number;
  inFlight: number;
}

const NO_GROUP = '';

/**
 * Ready messages by message group, for fair receiving: the next message is always one of the group that has the fewest
 * in flight. So a group with a backlog or a slow consumer does not delay the others.
 *
 * Source: SQS developer guide, How Amazon SQS fair queues work.
 */
export class FairGroupQueue {
  readonly #lanes = new Map<string, Lane>();
  #count = 0;

  /** Messages that could be received now. */
  get size(): number {
    return this.#count;
  }

  add(message: Message): void {
    this.#lane(message).ready.push(message);
    this.#count += 1;
  }

  /** Takes the next message of the least busy group for which `admits` holds; it counts as in flight from here. */
  take(admits: (group: string, inFlight: number) => boolean = () => true): Message | undefined {
    let best: Lane | undefined;
    for (const [group, lane] of this.#lanes) {
      if (lane.head >= lane.ready.length || !admits(group, lane.inFlight)) continue;
      if (best === undefined || isBefore(lane, best)) best = lane;
    }
    const message = best?.ready[best.head];
    if (best === undefined || message === undefined) return undefined;
    best.head += 1;
    if (message.group !== undefined) best.inFlight += 1;
    this.#count -= 1;
    if (best.head === best.ready.length || best.head > 1000) {
      best.ready.splice(0, best.head);
      best.head = 0;
    }
    return message;
  }

  /** A message is no longer in flight: deleted, moved, or about to be added again. */
  release(message: Message): void {
    const lane = this.#lane(message);
    if (message.group !== undefined) lane.inFlight -= 1;
    if (lane.inFlight <= 0 && lane.head >= lane.ready.length) this.#lanes.delete(message.group ?? NO_GROUP);
  }

  clear(): void {
    this.#lanes.clear();
    this.#count = 0;
  }

  #lane({ group = NO_GROUP }: Message): Lane {
    const known = this.#lanes.get(group);
    if (known !== undefined) return known;
    const lane: Lane = { ready: [], head: 0, inFlight: 0 };
    this.#lanes.set(group, lane);
    return lane;
  }
}

/** Fewer in flight first; among equals the lane with the earliest next message. */
function isBefore(a: Lane, b: Lane): boolean {
  if (a.inFlight !== b.inFlight) return a.inFlight < b.inFlight;
  return (a.ready[a.head]?.number ?? 0) < (b.ready[b.head]?.number ?? 0);
}
