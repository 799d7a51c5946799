import type { DeliveryRoom } from '#shared/data/direct-writes/delivery-budget.ts';

/** How long attempts that were enqueued may take to reach the budget. */
const PROMISE_MS = 10_000;

/** The maximum number of organizations that a process remembers: some hundred kilobytes. */
const MAX_REMEMBERED = 1_000;

interface Promises {
  readonly until: number;
  /** What of the room at the first promise is left. */
  left: DeliveryRoom;
}

/**
 * The room in the budgets of organizations that this process has promised to attempts it has enqueued. They use the
 * budget only when they are made; without this, each of several events at once would count on the same room.
 */
export class PromisedRoom {
  readonly #promises = new Map<string, Promises>();

  /** What is left of the room that an organization has now, less what was promised within the last seconds. */
  leftOf(organizationId: string, room: DeliveryRoom, now: number): DeliveryRoom {
    const promises = this.#promises.get(organizationId);
    if (promises === undefined || promises.until <= now) return room;
    const { attempts, bytes } = promises.left;
    return { attempts: Math.min(room.attempts, attempts), bytes: Math.min(room.bytes, bytes) };
  }

  /** Notes that attempts were enqueued, for which there was `room`. */
  note(organizationId: string, room: DeliveryRoom, used: DeliveryRoom, now: number): void {
    const known = this.#promises.get(organizationId);
    if (known === undefined && this.#promises.size >= MAX_REMEMBERED) this.#promises.clear();
    const until = known === undefined || known.until <= now ? now + PROMISE_MS : known.until;
    const left = { attempts: room.attempts - used.attempts, bytes: room.bytes - used.bytes };
    this.#promises.set(organizationId, { until, left });
  }
}
