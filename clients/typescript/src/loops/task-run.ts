import { NotFoundError, ValidationError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { ReplyToTask, Task, TaskMessage } from '../generated/types.ts';
import { onAbort, pause } from '../signals.ts';
import { untilDone } from './backoff.ts';
import { contentOf, FAILED, replyOf, type Say, textOf } from './task-content.ts';
import type { Answer, RunOptions, TaskContext, TaskHandler } from './task-handler.ts';
import { isDueAfter, isEnded, isReplay, isTaken, Lease, type OpenTask, stateIsOver, TaskLeft } from './task-lease.ts';
import { TaskMessages } from './task-messages.ts';

/** One run of a handler over one task, and the lease that it holds. */
export class TaskRun {
  task!: Task;
  isOver = false;
  /** The reply of this run was accepted, and has not ended the task. */
  isOurs = false;
  readonly #client: Client;
  readonly #open: OpenTask;
  readonly #options: RunOptions;
  readonly #lease: Lease;
  readonly #lost = new AbortController();
  #isWaiting = false;
  #notify: () => void = () => {};
  readonly #messages = new TaskMessages();
  #updates = 0;
  #questions = 0;

  constructor(client: Client, open: OpenTask, options: RunOptions) {
    this.#client = client;
    this.#open = open;
    this.#options = options;
    this.#lease = new Lease(client, open, options.leaseMs, (task) => {
      this.task = task;
    });
  }

  /** Claims the task. Returns 0, or in how many milliseconds it is due again, or `undefined` if it has ended. */
  async begin(): Promise<number | undefined> {
    const { isNew, isOurs } = this.#open;
    try {
      // Events and lists may be stale. Only for a new task does nothing depend on its current state.
      for (let isContinued = !isNew && !isOurs; ; isContinued = true) {
        const dueAfter = isContinued || isOurs ? await this.#dueAfter(!isContinued) : 0;
        if (dueAfter === undefined || dueAfter > 0) return dueAfter;
        if (!(await this.#lease.claim())) continue;
        await this.#readMessages(isContinued || isOurs || this.#options.expand);
        this.#messages.begin(isContinued);
        return 0;
      }
    } catch (error) {
      if (isEnded(error) || error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** Runs the handler, keeps the lease alive meanwhile, and sends the reply. */
  async finish(handler: TaskHandler, onError: (error: unknown) => void): Promise<void> {
    const done = new AbortController();
    const kept = this.#keepLease(done.signal);
    const outcome = await this.#outcome(handler, onError).finally(() => {
      // A claim that is executed after the reply would take the task back from a caller who was asked something.
      done.abort();
      return kept;
    });
    await this.#answer(outcome, onError);
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
      await this.#send(reply, `answer-${this.#messages.newestOf('caller')?.id ?? ''}`);
      this.isOver = stateIsOver(reply.state);
      this.isOurs = !this.isOver && reply.state !== 'working';
    } catch (error) {
      if (isEnded(error) || error instanceof NotFoundError) this.isOver = true;
      else if (error instanceof ValidationError && reply !== FAILED) {
        onError(error);
        await this.#answer(FAILED, onError);
      } else if (!isTaken(error) && !(error instanceof TaskLeft)) throw error;
    }
  }

  async #keepLease(done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await pause(this.#lease.ms / 3, done);
      if (done.aborted || this.#isWaiting || this.#lost.signal.aborted) continue;
      try {
        if (!(await this.#lease.claim())) this.#lost.abort();
      } catch (error) {
        // Another attempt follows before the lease ends, or else the reply detects it.
        if (isEnded(error)) this.lose();
      }
    }
  }

  #context(signal: AbortSignal): TaskContext {
    const newest = this.#messages.newestOf('caller');
    const text = newest === undefined ? '' : textOf(newest);
    return {
      text,
      messages: this.#messages.all,
      signal,
      update: async (say) => {
        this.#updates += 1;
        const step = `update-${this.#messages.lastAnswer()}-${this.#updates}`;
        if (this.#messages.takeEarlier(say) === undefined) await this.#say('working', say, step);
      },
      ask: (say) => {
        this.#questions += 1;
        return this.#ask(say, this.#messages.takeEarlier(say));
      },
    };
  }

  /** Sends a message, and returns the worker's newest one: this message, unless another worker was first. */
  async #say(state: string, say: Say, step: string): Promise<TaskMessage | undefined> {
    try {
      await this.#send({ state, ...contentOf(say) }, step);
    } catch (error) {
      if (isEnded(error)) this.lose();
      else if (!isTaken(error)) throw error;
      await untilDone(() => this.#readMessages(false));
    }
    return this.#messages.newestOf('worker');
  }

  /** Sends a reply, but only under a lease, because another worker may have the task. */
  async #send(reply: ReplyToTask, step: string): Promise<void> {
    const idempotencyKey = `aid-work-${this.#open.id}-${step}`;
    let sentAt = 0;
    const call = async () => {
      if (!(await this.#lease.hold())) this.#leave();
      sentAt = Date.now();
      return this.#client.tasks.reply(this.#open.id, reply, { idempotencyKey }).withResponse();
    };
    const { data, response } = await untilDone(call);
    this.task = data;
    if (!isReplay(response)) this.#lease.extend(sentAt);
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
        // A claim in progress would take the task again after the question.
        await this.#lease.settled();
        const step = `ask-${this.#messages.lastAnswer()}-${this.#questions}`;
        if (question === undefined) question = await this.#say('input_required', say, step);
        else await this.#send({ state: 'input_required' }, `${step}-${this.#open.claims}`);
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

  /** Waits for a message from the caller without a slot and without a lease, then takes both again. */
  async #until(isThere: () => boolean): Promise<void> {
    const { leave, enter, signal } = this.#options;
    leave();
    while (!isThere() && !this.#lost.signal.aborted && !signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
      await untilDone(() => this.#readMessages(false), this.#lost.signal);
      if (!isThere()) await changed;
    }
    await enter();
    this.#lease.release();
    if (!isThere() || this.#lost.signal.aborted) return;
    try {
      if (!(await untilDone(() => this.#lease.claim()))) this.#lost.abort();
    } catch (error) {
      if (!isEnded(error)) throw error;
      this.lose();
    }
  }

  /** In how many milliseconds the task is due; `undefined` if it has ended. A claim of it is known. */
  async #dueAfter(isOurs: boolean): Promise<number | undefined> {
    const { data: task, response } = await this.#client.tasks.get(this.#open.id).withResponse();
    this.task = task;
    if (stateIsOver(task.state)) return undefined;
    if (task.state !== 'working') return Number.POSITIVE_INFINITY;
    return isOurs ? 0 : isDueAfter(task, response, this.#options.leaseMs);
  }

  /** Reads the newest messages, or all of them. */
  async #readMessages(all: boolean): Promise<void> {
    if (!all || this.task === undefined) this.task = await this.#client.tasks.get(this.#open.id);
    this.#messages.learn(this.task.messages);
    while (all && this.#messages.all.length < this.task.message_count) {
      const [oldest] = this.#messages.all;
      if (oldest === undefined) return;
      const { messages } = await this.#client.tasks.get(this.#open.id, { messages_before: oldest.created_at });
      if (messages.length === 0) return;
      this.#messages.learn(messages);
    }
  }
}
