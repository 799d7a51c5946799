import { NotFoundError, ValidationError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { ReplyToTask, Task, TaskMessage } from '../generated/types.ts';
import { pause, untilDone } from './backoff.ts';
import { contentOf, FAILED, replyOf, type Say, textOf } from './task-content.ts';
import type { Answer, TaskContext, TaskHandler } from './task-handler.ts';
import { claim, isDueAfter, isEnded, isReplay, isTaken, type OpenTask, stateIsOver, TaskLeft } from './task-lease.ts';
import { TaskMessages } from './task-messages.ts';

export interface RunOptions {
  readonly leaseMs: number;
  readonly expand: boolean;
  /** Ends the worker. */
  readonly signal: AbortSignal;
  /** Gives the place of the handler to another one, and takes one again. */
  readonly leave: () => void;
  readonly enter: () => Promise<void>;
}

/** One run of a handler over one task, and the lease that it holds. */
export class TaskRun {
  task!: Task;
  isOver = false;
  /** The reply of this run was accepted, and has not ended the task. */
  isOurs = false;
  readonly #client: Client;
  readonly #open: OpenTask;
  readonly #options: RunOptions;
  readonly #lost = new AbortController();
  /** When the lease ends, by the clock of this process. */
  #leaseEnd = 0;
  #isWaiting = false;
  #notify: () => void = () => {};
  readonly #messages = new TaskMessages();
  #updates = 0;

  constructor(client: Client, open: OpenTask, options: RunOptions) {
    this.#client = client;
    this.#open = open;
    this.#options = options;
  }

  /**
   * Takes the task: 0 if this worker has it, otherwise in how many milliseconds it is due again, or nothing if it has
   * ended.
   */
  async begin(): Promise<number | undefined> {
    const { isFree } = this.#open;
    try {
      for (let check = !isFree; ; check = true) {
        const dueAfter = check ? await this.#dueAfter() : 0;
        if (dueAfter === undefined || dueAfter > 0) return dueAfter;
        if (!(await this.#claim())) continue;
        await this.#readMessages(!isFree || this.#options.expand);
        if (!isFree) this.#messages.noteEarlier();
        return 0;
      }
    } catch (error) {
      if (isEnded(error) || error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** Runs the handler, keeps the lease meanwhile, and sends the reply. */
  async finish(handler: TaskHandler, onError: (error: unknown) => void): Promise<void> {
    const done = new AbortController();
    const kept = this.#keepLease(done.signal);
    try {
      await this.#answer(await this.#outcome(handler, onError), onError);
    } finally {
      done.abort();
      await kept;
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

  /** The worker ends: a handler that waits for its caller waits no more. */
  abandon(): void {
    if (this.#isWaiting) this.#lost.abort();
    this.#notify();
  }

  async #outcome(handler: TaskHandler, onError: (error: unknown) => void): Promise<ReplyToTask> {
    try {
      return replyOf(await handler(this.task, this.#context()));
    } catch (error) {
      if (!(error instanceof TaskLeft) && !this.#lost.signal.aborted) onError(error);
      return FAILED;
    }
  }

  /** Sends the reply, unless the task is another worker's by now. */
  async #answer(reply: ReplyToTask, onError: (error: unknown) => void): Promise<void> {
    if (this.#lost.signal.aborted) return;
    try {
      if (Date.now() > this.#leaseEnd && !(await untilDone(() => this.#claim()))) return;
      await this.#send(reply, `answer-${this.#newestOfCaller()}`);
      this.isOver = stateIsOver(reply.state);
      this.isOurs = !this.isOver;
    } catch (error) {
      if (isEnded(error) || error instanceof NotFoundError) this.isOver = true;
      else if (error instanceof ValidationError && reply !== FAILED) {
        onError(error);
        await this.#answer(FAILED, onError);
      } else if (!isTaken(error)) throw error;
    }
  }

  /** A claim, and whether the task is this worker's afterwards. */
  async #claim(): Promise<boolean> {
    const { leaseMs } = this.#options;
    const sentAt = Date.now();
    const task = await claim(this.#client, this.#open);
    // A claim within the lease is the own one, with a first response that was lost: no one else claims a live lease.
    if (task === undefined && Date.now() > this.#leaseEnd) return false;
    if (task !== undefined) this.task = task;
    this.#leaseEnd = sentAt + leaseMs;
    return true;
  }

  async #keepLease(done: AbortSignal): Promise<void> {
    const { leaseMs } = this.#options;
    while (!done.aborted) {
      await pause(leaseMs / 3, done);
      if (done.aborted || this.#isWaiting || this.#lost.signal.aborted) continue;
      try {
        if (!(await this.#claim())) this.#lost.abort();
      } catch (error) {
        // Another attempt follows before the lease has ended, or the reply finds out.
        if (isEnded(error)) this.lose();
      }
    }
  }

  #context(): TaskContext {
    const { signal } = this.#lost;
    const newest = this.#messages.newestOf('caller');
    const text = newest === undefined ? '' : textOf(newest);
    const begunAt = this.#newestOfCaller();
    return {
      text,
      messages: this.#messages.all,
      signal,
      update: async (say) => {
        this.#updates += 1;
        const step = `update-${begunAt}-${this.#updates}`;
        if (this.#messages.takeEarlier(say) === undefined) await this.#say('working', say, step);
      },
      ask: async (say) => {
        const question =
          this.#messages.takeEarlier(say) ?? (await this.#say('input_required', say, `ask-${this.#newestOfCaller()}`));
        return this.#replyTo(question);
      },
    };
  }

  /** Sends a message; returns the worker's newest, which it is unless another worker was first. */
  async #say(state: string, say: Say, step: string): Promise<TaskMessage | undefined> {
    try {
      await this.#send({ state, ...contentOf(say) }, step);
    } catch (error) {
      if (isEnded(error)) this.lose();
      else if (!isTaken(error)) throw error;
    }
    return this.#messages.newestOf('worker');
  }

  async #send(reply: ReplyToTask, step: string): Promise<void> {
    const sentAt = Date.now();
    const idempotencyKey = `aid-work-${this.#open.id}-${step}`;
    const call = () => this.#client.tasks.reply(this.#open.id, reply, { idempotencyKey }).withResponse();
    const { data, response } = await untilDone(call);
    this.task = data;
    if (!isReplay(response)) this.#leaseEnd = sentAt + this.#options.leaseMs;
    this.#messages.learn(this.task.messages);
  }

  /** The caller's first message after a question. Meanwhile another handler has the place of this one. */
  async #replyTo(question: TaskMessage | undefined): Promise<Answer> {
    const found = () => this.#messages.replyTo(question);
    if (found() === undefined) {
      this.#isWaiting = true;
      this.#options.leave();
      while (found() === undefined && !this.#lost.signal.aborted && !this.#options.signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          this.#notify = resolve;
        });
        await untilDone(() => this.#readMessages(false), this.#lost.signal);
        if (found() === undefined) await changed;
      }
      await this.#options.enter();
      const isOwn = found() !== undefined && !this.#lost.signal.aborted && (await this.#claimAgain());
      this.#isWaiting = false;
      if (!isOwn) this.#lost.abort();
    }
    const message = found();
    if (message === undefined || this.#lost.signal.aborted)
      throw new TaskLeft('the task is no longer with this worker');
    const text = textOf(message);
    return Object.defineProperty({ ...message, text }, 'toString', { value: () => text });
  }

  async #claimAgain(): Promise<boolean> {
    this.#leaseEnd = 0;
    try {
      return await untilDone(() => this.#claim());
    } catch (error) {
      if (!isEnded(error)) throw error;
      this.isOver = true;
      return false;
    }
  }

  /** In how many milliseconds the task is due; nothing if it has ended. */
  async #dueAfter(): Promise<number | undefined> {
    const { data: task, response } = await this.#client.tasks.get(this.#open.id).withResponse();
    this.task = task;
    if (stateIsOver(task.state)) return undefined;
    if (task.state === 'submitted') return 0;
    return task.state === 'working' ? isDueAfter(task, response, this.#options.leaseMs) : Number.POSITIVE_INFINITY;
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

  /** The id of the caller's newest message. */
  #newestOfCaller(): string {
    return this.#messages.newestOf('caller')?.id ?? '';
  }
}
