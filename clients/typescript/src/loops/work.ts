import type { Client } from '../generated/resources.ts';
import type { Task } from '../generated/types.ts';
import { handled } from '../hooks.ts';
import type { Hooks } from '../options.ts';
import { onAbort, pause } from '../signals.ts';
import { Backoff } from './backoff.ts';
import { DueChoice } from './due-choice.ts';
import { follow, newestPlace } from './follow.ts';
import { Slots } from './slots.ts';
import { isDueAfter, LEASE_MS, type OpenTask, requireLease, stateIsOver } from './task-claim.ts';
import type { TaskHandler } from './task-handler.ts';
import { TaskRun } from './task-run.ts';

export interface WorkOptions {
  /** How many handlers run at once in this process. 1 by default. */
  readonly concurrency?: number;
  /** Stops the loop: it takes no more tasks, and running handlers finish. */
  readonly signal?: AbortSignal | undefined;
  /** `message`: `context.messages` has all messages of a long task, not only the newest ones. */
  readonly expand?: 'message';
  /**
   * Called with what a handler throws. By default, it is written to the console; the caller of the task does not see
   * it.
   */
  readonly onError?: (error: unknown, task: Task) => void;
  /**
   * After how many milliseconds without a sign of life another worker may take a task: 10,000 to 900,000, and 30,000 by
   * default.
   */
  readonly leaseMs?: number;
}

const TYPES = ['a2a.task.created', 'a2a.task.message', 'a2a.task.updated', 'a2a.task.canceled'];
const LIST_EVERY_MS = 60_000;
const PAGE_LIMIT = 200;

/**
 * Handles the tasks of the agent, forever: new ones, and those that another worker of the agent has abandoned. Any
 * number of workers may run at once.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#taskswork.
 */
export async function work(
  client: Client,
  handler: TaskHandler,
  options: WorkOptions = {},
  hooks?: Hooks,
): Promise<void> {
  const observed: TaskHandler = (task, context) =>
    handled(hooks, { loop: 'tasks.work', id: task.id, name: undefined }, () => handler(task, context));
  await new Worker(client, observed, options).run();
}

class Worker {
  readonly #client: Client;
  readonly #handler: TaskHandler;
  readonly #options: WorkOptions;
  readonly #leaseMs: number;
  readonly #tasks = new Map<string, OpenTask>();
  readonly #running = new Set<Promise<void>>();
  /** Aborts with the caller's signal, or after an error that retrying cannot fix. */
  readonly #ending = new AbortController();
  #failure: unknown;
  readonly #choice = new DueChoice();
  readonly #slots: Slots;
  #wake: () => void = () => {};

  constructor(client: Client, handler: TaskHandler, options: WorkOptions) {
    this.#client = client;
    this.#handler = handler;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    requireLease(this.#leaseMs);
    this.#slots = new Slots(options.concurrency ?? 1, () => this.#wake());
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const release = onAbort(signal, () => this.#end());
    try {
      const since = await newestPlace(this.#client, undefined, this.#ending.signal);
      const loops = [this.#listen(since), this.#list(), this.#takeDue()];
      await Promise.all(loops.map((loop) => loop.catch((error) => this.#end(error))));
      await Promise.all(this.#running);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    } finally {
      release();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #end(error?: unknown): void {
    if (!this.#ending.signal.aborted) this.#failure = error;
    this.#ending.abort();
    for (const { run } of this.#tasks.values()) run?.abandon();
    this.#wake();
  }

  async #listen(since: string): Promise<void> {
    for await (const event of follow(this.#client, { types: TYPES, since, signal: this.#ending.signal })) {
      const { taskId, state } = (event as { payload: { taskId: string; state: string } }).payload;
      this.#saw(taskId, state, this.#leaseMs);
    }
  }

  /** Lists the open tasks: at the start, and from time to time. */
  async #list(): Promise<void> {
    const { signal } = this.#ending;
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        for (const state of ['submitted', 'working']) {
          const query = { direction: 'inbound', state, limit: PAGE_LIMIT };
          const { data, response } = await this.#client.tasks.list(query, { signal }).firstPage().withResponse();
          // The first response's clock: a task on a later page seems due a little late, but never early.
          for (let page = data; ; page = await page.next()) {
            for (const task of page) this.#saw(task.id, task.state, isDueAfter(task, response, this.#leaseMs));
            if (!page.hasMore) break;
          }
        }
        backoff.succeeded();
        await pause(LIST_EVERY_MS, signal);
      } catch (error) {
        await backoff.failed(error, signal);
      }
    }
  }

  /**
   * Notes the state of a task. One in the state `working` is due after the given time, unless its caller has replied to
   * this worker, or this worker has sent a claim without a response so far. The state may be stale: then the service
   * refuses the claim, and says until when.
   */
  #saw(id: string, state: string, dueAfterMs: number): void {
    const known = this.#tasks.get(id);
    if (stateIsOver(state)) {
      this.#tasks.delete(id);
      known?.run?.lose();
      return;
    }
    const open = known ?? { id, dueAt: 0, heldUntil: 0, news: 0 };
    // The state after a claim with a lost response may come from this worker's own claim.
    const isFree = state === 'submitted' || open.answeredAt !== undefined || open.attempt !== undefined;
    const isWaiting = state !== 'submitted' && state !== 'working';
    const dueAt = isWaiting ? Number.POSITIVE_INFINITY : Date.now() + (isFree ? 0 : dueAfterMs);
    open.dueAt = Math.max(dueAt, open.heldUntil);
    open.news += 1;
    this.#tasks.set(id, open);
    open.run?.changed();
    this.#wake();
  }

  /** Takes the due tasks one by one, while there is a slot for a handler. */
  async #takeDue(): Promise<void> {
    const { signal } = this.#ending;
    const backoff = new Backoff();
    while (!signal.aborted) {
      const now = Date.now();
      const due: OpenTask[] = [];
      let wait = LIST_EVERY_MS;
      for (const task of this.#slots.isAnyFree ? this.#tasks.values() : []) {
        if (task.run !== undefined) continue;
        if (task.dueAt <= now) due.push(task);
        else wait = Math.min(wait, task.dueAt - now);
      }
      const next = this.#choice.pick(due);
      if (next === undefined) {
        await this.#changed(wait);
        continue;
      }
      try {
        await this.#take(next);
        backoff.succeeded();
      } catch (error) {
        await backoff.failed(error, signal);
      }
    }
  }

  /** Waits until something has changed, or for some time. */
  async #changed(ms: number): Promise<void> {
    const change = new AbortController();
    this.#wake = () => change.abort();
    if (this.#ending.signal.aborted) change.abort();
    await pause(ms, change.signal);
  }

  async #take(open: OpenTask): Promise<void> {
    const run = new TaskRun(this.#client, open, {
      leaseMs: this.#leaseMs,
      expand: this.#options.expand === 'message',
      signal: this.#ending.signal,
      slots: this.#slots,
    });
    await this.#slots.enter();
    const { news } = open;
    const dueAfterMs = await run.begin().catch((error) => {
      this.#slots.leave();
      // A task that cannot be claimed must not keep this worker from the others.
      this.#choice.claimed(false);
      throw error;
    });
    this.#choice.claimed(dueAfterMs === 0);
    if (dueAfterMs === 0) {
      open.run = run;
      const done = this.#do(run, open).finally(() => this.#running.delete(done));
      this.#running.add(done);
      return;
    }
    this.#slots.leave();
    if (dueAfterMs === undefined) {
      this.#tasks.delete(open.id);
    } else if (dueAfterMs < Number.POSITIVE_INFINITY) {
      open.heldUntil = Date.now() + dueAfterMs;
      open.dueAt = Math.max(open.dueAt, open.heldUntil);
    } else if (open.news === news) {
      // Otherwise, its caller may have replied meanwhile.
      open.dueAt = dueAfterMs;
    }
  }

  async #do(run: TaskRun, open: OpenTask): Promise<void> {
    const { onError = (error: unknown) => console.error(error) } = this.#options;
    try {
      await run.finish(this.#handler, (error) => onError(error, run.task));
    } catch (error) {
      this.#end(error);
    }
    open.run = undefined;
    open.answeredAt = run.answeredAt;
    if (run.isOver) this.#tasks.delete(open.id);
    // The caller may have replied already.
    else open.dueAt = run.answeredAt === undefined ? Math.max(open.dueAt, Date.now() + this.#leaseMs) : 0;
    this.#slots.leave();
  }
}
