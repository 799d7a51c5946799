import { randomText } from '../bytes.ts';
import { ConflictError, ValidationError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { ReplyToTask, Task, TaskMessage } from '../generated/types.ts';
import { onAbort, pause } from '../signals.ts';
import { untilDone } from './backoff.ts';
import { isClaimed, isEnded, isWaiting, type OpenTask, stateIsOver, TaskClaim, TaskLeft } from './task-claim.ts';
import { contentOf, FAILED, replyOf, type Say, textOf } from './task-content.ts';
import type { Answer, RunOptions, TaskContext, TaskHandler } from './task-handler.ts';
import { TaskMessages } from './task-messages.ts';

/** One run of a handler over one task, under a claim. */
export class TaskRun {
  task!: Task;
  isOver = false;
  /** When the reply of this run left the task waiting for its caller, by the service's clock. */
  answeredAt: string | undefined;
  readonly #client: Client;
  readonly #open: OpenTask;
  readonly #options: RunOptions;
  readonly #claim: TaskClaim;
  readonly #lost = new AbortController();
  #isWaiting = false;
  #notify: () => void = () => {};
  readonly #messages = new TaskMessages();

  constructor(client: Client, open: OpenTask, options: RunOptions) {
    this.#client = client;
    this.#open = open;
    this.#options = options;
    this.#claim = new TaskClaim(client, open, options.leaseMs);
  }

  /**
   * Claims the task. Returns 0, or in how many milliseconds it is due: infinite if it waits for its caller; or
   * `undefined` if it has ended.
   */
  async begin(): Promise<number | undefined> {
    try {
      await this.#claim.make();
      return 0;
    } catch (error) {
      if (isEnded(error)) return undefined;
      if (isWaiting(error)) return Number.POSITIVE_INFINITY;
      if (isClaimed(error)) return error.retryAfterMs ?? this.#options.leaseMs;
      throw error;
    }
  }

  /** Runs the handler, renews the claim meanwhile, and sends the reply. */
  async finish(handler: TaskHandler, onError: (error: unknown) => void): Promise<void> {
    const done = new AbortController();
    void this.#keepClaim(done.signal);
    try {
      if (!(await this.#isReady())) return;
      const outcome = await this.#outcome(handler, onError);
      done.abort();
      await this.#answer(outcome, onError);
    } finally {
      done.abort();
    }
  }

  /** The task was canceled, or has ended otherwise. */
  lose(): void {
    this.isOver = true;
    this.#lost.abort();
    this.#notify();
  }

  changed(): void {
    this.#notify();
  }

  /** The worker stops: a handler that waits for its caller stops waiting. */
  abandon(): void {
    if (this.#isWaiting) this.#lost.abort();
    this.#notify();
  }

  /** Reads the task and its messages. Returns whether there is something to do. */
  async #isReady(): Promise<boolean> {
    try {
      await untilDone(() => this.#readMessages(true), this.#lost.signal);
      this.#messages.begin(this.#open.answeredAt);
      this.isOver = stateIsOver(this.task.state);
    } catch (error) {
      if (!this.#isLostBy(error)) throw error;
    }
    return !this.isOver && !this.#lost.signal.aborted;
  }

  async #outcome(handler: TaskHandler, onError: (error: unknown) => void): Promise<ReplyToTask> {
    // The reply ends the task, which must not notify a handler that has already returned.
    const running = new AbortController();
    const returned = onAbort(this.#lost.signal, () => running.abort());
    try {
      return replyOf(await handler(this.task, this.#context(running.signal)));
    } catch (error) {
      const isDueToEnd = this.#lost.signal.aborted && (error as Error | undefined)?.name === 'AbortError';
      if (!(error instanceof TaskLeft) && !isDueToEnd) onError(error);
      return FAILED;
    } finally {
      returned();
    }
  }

  /** Sends the reply, unless another worker has the task by now. */
  async #answer(reply: ReplyToTask, onError: (error: unknown) => void): Promise<void> {
    if (this.#lost.signal.aborted) return;
    try {
      await this.#send(reply);
      this.isOver = stateIsOver(reply.state);
      if (!this.isOver && reply.state !== 'working') this.answeredAt = this.task.updated_at;
    } catch (error) {
      if (this.#isLostBy(error)) return;
      if (error instanceof ValidationError && reply !== FAILED) {
        onError(error);
        await this.#answer(FAILED, onError);
      } else if (error instanceof ConflictError) {
        // A limit of the organization, such as that of its stored content.
        onError(error);
      } else throw error;
    }
  }

  async #keepClaim(done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await pause(this.#options.leaseMs / 3, done);
      if (done.aborted || this.#isWaiting || this.#lost.signal.aborted) continue;
      const { id } = this.#claim;
      try {
        await this.#claim.renew(done);
      } catch (error) {
        // A reply has ended the claim, or another attempt follows, or else the reply detects the loss.
        if (!done.aborted && !this.#isWaiting && id === this.#claim.id) this.#isLostBy(error);
      }
    }
  }

  /** Notes the loss of the task, if an error says so. Returns whether the task is lost. */
  #isLostBy(error: unknown): boolean {
    if (isEnded(error)) this.lose();
    else if (isClaimed(error) || isWaiting(error)) this.#lost.abort();
    return this.#lost.signal.aborted;
  }

  #context(signal: AbortSignal): TaskContext {
    const newest = this.#messages.newestOf('caller');
    const text = newest === undefined ? '' : textOf(newest);
    return {
      text,
      messages: this.#options.expand ? this.#messages.all : this.task.messages,
      signal,
      update: async (say) => {
        if (this.#messages.takeEarlier(say) === undefined) await this.#say({ state: 'working', ...contentOf(say) });
      },
      ask: async (say) => this.#ask(say, this.#messages.takeEarlier(say)),
    };
  }

  /** Sends a reply of the handler. Throws `TaskLeft` if the task is no longer this run's. */
  async #say(reply: ReplyToTask): Promise<void> {
    try {
      await this.#send(reply);
    } catch (error) {
      if (this.#isLostBy(error)) this.#leave();
      throw error;
    }
  }

  /** Sends a reply under the claim: the service refuses it if another worker has the task. */
  async #send(reply: ReplyToTask): Promise<void> {
    const idempotencyKey = randomText();
    const fenced = { ...reply, claim_id: this.#claim.id };
    this.task = await untilDone(() => this.#client.tasks.reply(this.#open.id, fenced, { idempotencyKey }));
    this.#messages.learn(this.task.messages);
  }

  #leave(): never {
    this.#lost.abort();
    throw new TaskLeft('the task is no longer with this worker');
  }

  /** Waits for the caller's first message after a question. Meanwhile another handler has this one's slot. */
  async #ask(say: Say, earlier: TaskMessage | undefined): Promise<Answer> {
    let question = earlier;
    const found = () => question && this.#messages.replyTo(question);
    if (found() === undefined) {
      this.#isWaiting = true;
      try {
        // A question of an earlier run is there already: the task is only given back to the caller.
        await this.#say({ state: 'input_required', ...(question === undefined && contentOf(say)) });
        question ??= this.#messages.newestOf('worker');
        await this.#until(() => found() !== undefined);
      } finally {
        this.#isWaiting = false;
      }
    }
    const message = found();
    if (message === undefined || this.#lost.signal.aborted) this.#leave();
    const text = textOf(message);
    return Object.defineProperty({ ...message, text }, 'toString', { value: () => text });
  }

  /** Waits for a message from the caller without a slot and without a claim, then takes both again. */
  async #until(isThere: () => boolean): Promise<void> {
    const { slots, signal } = this.#options;
    slots.leave();
    try {
      while (!isThere() && !this.#lost.signal.aborted && !signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          this.#notify = resolve;
        });
        await untilDone(() => this.#readMessages(false), this.#lost.signal);
        if (!isThere()) await changed;
      }
    } finally {
      await slots.enter();
    }
    if (!isThere() || this.#lost.signal.aborted) return;
    try {
      await untilDone(() => this.#claim.make());
    } catch (error) {
      if (!this.#isLostBy(error)) throw error;
    }
  }

  /** Reads the task and its newest messages, or all of them. */
  async #readMessages(all: boolean): Promise<void> {
    this.task = await this.#client.tasks.get(this.#open.id);
    this.#messages.learn(this.task.messages);
    let [oldest] = all ? this.#messages.all : [];
    while (oldest !== undefined && this.#messages.all.length < this.task.message_count) {
      const { messages } = await this.#client.tasks.get(this.#open.id, { messages_before: oldest.created_at });
      this.#messages.learn(messages);
      const [first] = this.#messages.all;
      // None of them was earlier, so another request would get them again.
      oldest = first?.id === oldest.id ? undefined : first;
    }
  }
}
