import { ConflictError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { Task } from '../generated/types.ts';

export const LEASE_MS = 30_000;
/** The `Date` header has no milliseconds, and two clocks of the service may differ slightly. */
const CLOCK_TOLERANCE_MS = 2_000;

/** A running handler, and what it must know about its task. */
interface Running {
  /** The task was canceled, or has ended otherwise. */
  lose(): void;
  /** Something about the task has changed. */
  changed(): void;
  /** The worker stops: a handler that waits for its caller stops waiting. */
  abandon(): void;
}

/** A worker's knowledge of a task that has not ended. */
export interface OpenTask {
  readonly id: string;
  /** When a worker may take it, by the clock of this process. Infinite while it waits for its caller. */
  dueAt: number;
  /**
   * Whether no claim of it is known. Once one is, later events and lists cannot undo that, because they may be stale.
   */
  isNew: boolean;
  /** Whether the last reply was this worker's, and did not end the task. */
  isOurs: boolean;
  /** How many claims are known. The next claim has this number. */
  claims: number;
  run?: Running | undefined;
}

/** The error that `ask` throws when the wait ends without a reply. */
export class TaskLeft extends Error {
  override readonly name = 'TaskLeft';
}

export function stateIsOver(state: string): boolean {
  return ['completed', 'failed', 'canceled', 'rejected'].includes(state);
}

/** In how many milliseconds the lease of a task ends, by the service's clock; 0 or less if it has ended. */
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

/** A run's lease of a task. */
export class Lease {
  readonly ms: number;
  readonly #claim: () => Promise<boolean>;
  /** When the lease ends, by this process's clock. */
  #end = 0;
  #claims: Promise<unknown> = Promise.resolve();

  /** `learn` gets the task of each claim. */
  constructor(client: Client, open: OpenTask, ms: number, learn: (task: Task) => void) {
    this.ms = ms;
    this.#claim = async () => {
      const sentAt = Date.now();
      const task = await claim(client, open);
      // A claim within the lease is this worker's own, with a lost first response: no other worker claims a live lease.
      if (task === undefined && this.hasEnded()) return false;
      if (task !== undefined) learn(task);
      this.#end = sentAt + ms;
      return true;
    };
  }

  /** Makes a claim, and returns whether the task is then this worker's. Claims are made one after another. */
  claim(): Promise<boolean> {
    const claimed = this.#claims.then(this.#claim);
    this.#claims = claimed.catch(() => {});
    return claimed;
  }

  /** Whether the lease is this worker's. Claims it again if it has ended. */
  async hold(): Promise<boolean> {
    return !this.hasEnded() || this.claim();
  }

  hasEnded(): boolean {
    return Date.now() > this.#end;
  }

  /** Notes that the service has executed a reply, which extends the lease as a claim does. */
  extend(sentAt: number): void {
    this.#end = sentAt + this.ms;
  }

  /** Resolves when no claim is under way. */
  settled(): Promise<unknown> {
    return this.#claims;
  }

  /** The task is waiting for the caller: the lease no longer counts. */
  release(): void {
    this.#end = 0;
  }
}
