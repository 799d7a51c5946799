import { randomText } from '../bytes.ts';
import { AidError, mayPass, NotFoundError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { Task } from '../generated/types.ts';
import { mistake } from '../mistakes.ts';

export const LEASE_MS = 30_000;
/** What the service accepts. */
const MIN_LEASE_MS = 10_000;
const MAX_LEASE_MS = 900_000;
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

/** A worker's knowledge of a task that has not ended. Times are by the clock of this process. */
export interface OpenTask {
  readonly id: string;
  /** When a worker may claim it. Infinite while it waits for its caller. */
  dueAt: number;
  /** When the claim of another worker ends, as far as it is known. */
  heldUntil: number;
  /** How many events and lists have reported it. */
  news: number;
  /** When this worker's reply left it waiting for its caller, by the service's clock. */
  answeredAt?: string | undefined;
  /** A claim without a response so far. */
  attempt?: { readonly key: string; readonly sentAt: number } | undefined;
  run?: Running | undefined;
}

/** The error that `update` and `ask` throw when the task is no longer this run's. */
export class TaskLeft extends Error {
  override readonly name = 'TaskLeft';
}

export function stateIsOver(state: string): boolean {
  return ['completed', 'failed', 'canceled', 'rejected'].includes(state);
}

/** Throws for a lease that the service would refuse. */
export function requireLease(leaseMs: number): void {
  if (leaseMs >= MIN_LEASE_MS && leaseMs <= MAX_LEASE_MS) return;
  throw mistake('leaseMs', `expected ${MIN_LEASE_MS} to ${MAX_LEASE_MS} milliseconds, got ${leaseMs}`);
}

/**
 * In how many milliseconds a worker may claim a task that another one may have: when that one was silent for a lease,
 * by the service's clock. A worker that has asked the caller so has the time to continue. 0 or less: at once.
 */
export function isDueAfter({ updated_at: updated }: Task, { headers }: Response, leaseMs: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Date.parse(updated) + leaseMs + CLOCK_TOLERANCE_MS - (Number.isNaN(date) ? Date.now() : date);
}

/** Whether an error says that the task has ended, or is no longer the agent's. */
export function isEnded(error: unknown): boolean {
  return isCode(error, 'a2a.task_terminal') || isCode(error, 'resource.not_found');
}

/** Whether an error says that the task waits for its caller. */
export function isWaiting(error: unknown): boolean {
  return isCode(error, 'a2a.task_waiting');
}

/** Whether an error says that another worker has claimed the task, or that this one's claim has ended. */
export function isClaimed(error: unknown): error is AidError {
  return isCode(error, 'a2a.task_claimed');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof AidError && error.code === code;
}

/** The claim of a run. */
export class TaskClaim {
  readonly #client: Client;
  readonly #open: OpenTask;
  readonly #leaseMs: number;
  #id = '';

  constructor(client: Client, open: OpenTask, leaseMs: number) {
    this.#client = client;
    this.#open = open;
    this.#leaseMs = leaseMs;
  }

  /** The present claim. A reply that names an earlier one is refused. */
  get id(): string {
    return this.#id;
  }

  /**
   * Claims the task. A claim has one idempotency key until there is a response, so one with a lost response is this
   * worker's when it is repeated.
   */
  async make(): Promise<void> {
    this.#open.attempt ??= { key: randomText(), sentAt: Date.now() };
    const { key, sentAt } = this.#open.attempt;
    try {
      this.#id = (await this.#send({ idempotencyKey: key })).claim_id;
      // A late response may be that of a claim that has ended meanwhile.
      if (Date.now() - sentAt > this.#leaseMs / 3) await this.renew();
    } catch (error) {
      if (!mayPass(error)) this.#open.attempt = undefined;
      throw error;
    }
    this.#open.attempt = undefined;
  }

  /** Extends the claim. Throws an error that `isClaimed` if another worker has the task by now. */
  async renew(signal?: AbortSignal): Promise<void> {
    await this.#send({ signal }, { claim_id: this.#id });
  }

  async #send(options: { idempotencyKey?: string; signal?: AbortSignal | undefined }, renewed = {}) {
    const lease_seconds = Math.ceil(this.#leaseMs / 1000);
    try {
      return await this.#client.tasks.claim(this.#open.id, { lease_seconds, ...renewed }, options);
    } catch (error) {
      if (!isCode(error, 'route.not_found')) throw error;
      const message = 'tasks.work needs a newer service: this one does not know how to claim a task.';
      throw new NotFoundError(message, { status: 404, code: 'route.not_found', retryable: false, cause: error });
    }
  }
}
