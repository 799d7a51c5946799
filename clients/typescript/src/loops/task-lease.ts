import { ConflictError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { Task } from '../generated/types.ts';

export const LEASE_MS = 30_000;
/** The header `Date` has no milliseconds, and two clocks of the service may differ a little. */
const CLOCK_TOLERANCE_MS = 2_000;

/** A handler that runs, and what it has to know about its task. */
interface Running {
  /** The task was canceled, or has ended otherwise. */
  lose(): void;
  /** Something about the task has changed. */
  changed(): void;
  /** The worker ends: a handler that waits for its caller waits no more. */
  abandon(): void;
}

/** A task that has not ended, as a worker knows it. */
export interface OpenTask {
  readonly id: string;
  /** When a worker may take it, by the clock of this process. Infinite while it waits for its caller. */
  dueAt: number;
  /** No claim of it is known. Once one is, no news takes that back: events and lists may be late. */
  isNew: boolean;
  /** The last reply was this worker's, and did not end the task. */
  isOurs: boolean;
  /** How many claims are known to be made. The next one has this number. */
  claims: number;
  run?: Running | undefined;
}

/** What a handler that waits in `ask` gets when the wait is over without a reply. */
export class TaskLeft extends Error {
  override readonly name = 'TaskLeft';
}

export function stateIsOver(state: string): boolean {
  return ['completed', 'failed', 'canceled', 'rejected'].includes(state);
}

/** In how many milliseconds the lease of a task ends, by the clock of the service; 0 or less if it has ended. */
export function isDueAfter({ updated_at: updated }: Task, { headers }: Response, leaseMs: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Date.parse(updated) + leaseMs + CLOCK_TOLERANCE_MS - (Number.isNaN(date) ? Date.now() : date);
}

/**
 * Makes the next claim of a task. Every worker sends the same request under the same idempotency key, so the service
 * executes one of them, and each of the others gets a replay. Returns the task, or `undefined` after a replay.
 */
async function claim(client: Client, open: OpenTask, signal?: AbortSignal): Promise<Task | undefined> {
  const idempotencyKey = `aid-work-${open.id}-${open.claims}`;
  const call = client.tasks.reply(open.id, { state: 'working' }, { idempotencyKey, signal });
  const { data, response } = await call.withResponse();
  Object.assign(open, { claims: open.claims + 1, isNew: false, isOurs: false });
  return isReplay(response) ? undefined : data;
}

/** Whether a response is that of an earlier request with the same idempotency key. */
export function isReplay({ headers }: Response): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/** Whether an error says that the task has ended. */
export function isEnded(error: unknown): boolean {
  return error instanceof ConflictError && error.code === 'a2a.task_terminal';
}

/** Whether an error says that another request has used the idempotency key. */
export function isTaken(error: unknown): boolean {
  return error instanceof ConflictError && error.code === 'idempotency.conflict';
}

/** The lease of a task in the hands of a run. */
export class Lease {
  readonly ms: number;
  readonly #claim: () => Promise<boolean>;
  /** When the lease ends, by the clock of this process. */
  #end = 0;
  #claims: Promise<unknown> = Promise.resolve();

  /** `learn` gets the task of each claim. */
  constructor(client: Client, open: OpenTask, ms: number, learn: (task: Task) => void) {
    this.ms = ms;
    this.#claim = async () => {
      const sentAt = Date.now();
      const task = await claim(client, open);
      // A claim within the lease is the own one, with a first response that was lost: no one else claims a live lease.
      if (task === undefined && this.hasEnded()) return false;
      if (task !== undefined) learn(task);
      this.#end = sentAt + ms;
      return true;
    };
  }

  /** A claim, and whether the task is this worker's afterwards. Claims are made one after the other. */
  claim(): Promise<boolean> {
    const claimed = this.#claims.then(this.#claim);
    this.#claims = claimed.catch(() => {});
    return claimed;
  }

  /** Whether the lease is this worker's, after a claim if it has ended. */
  async hold(): Promise<boolean> {
    return !this.hasEnded() || this.claim();
  }

  hasEnded(): boolean {
    return Date.now() > this.#end;
  }

  /** The service has executed a reply, which extends the lease as a claim does. */
  extend(sentAt: number): void {
    this.#end = sentAt + this.ms;
  }

  /** Resolves when no claim is under way. */
  settled(): Promise<unknown> {
    return this.#claims;
  }

  /** The task is the caller's: the lease does not count any more. */
  release(): void {
    this.#end = 0;
  }
}
