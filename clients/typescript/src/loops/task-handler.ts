import type { NewPart, ReplyToTask, Task, TaskMessage } from '../generated/types.ts';
import type { Slots } from './slots.ts';
import type { Say } from './task-content.ts';

/**
 * Handles a task. It returns the reply: a text or parts, an object with the fields of a reply (`state`, `message`,
 * `parts`, `result`, `artifacts`), or any other value, which becomes the result. If it throws, the task fails.
 */
export type TaskHandler = (task: Task, context: TaskContext) => Promise<TaskOutcome> | TaskOutcome;

export type TaskOutcome = string | readonly NewPart[] | Partial<ReplyToTask> | unknown;

/** A message of the caller. `text` has its texts, and so does the message itself when converted to a string. */
export type Answer = TaskMessage & { readonly text: string; toString(): string };

/** What a handler can do besides returning the reply. */
export interface TaskContext {
  /**
   * The texts of the caller's newest message. When a handler runs again in place of one that has asked, this is the
   * caller's reply, so a handler that asks must take its task from `messages[0]`.
   */
  readonly text: string;
  /** The messages of the task, oldest first. */
  readonly messages: readonly TaskMessage[];
  /** Aborts when the task was canceled, or another worker has taken it. The handler's result is then dropped. */
  readonly signal: AbortSignal;
  /** Shows the caller the progress so far. */
  update(say: Say): Promise<void>;
  /** Asks the caller, and waits for the reply, which may take days. */
  ask(say: Say): Promise<Answer>;
}

/** What a run of a handler needs from its worker. */
export interface RunOptions {
  readonly leaseMs: number;
  readonly expand: boolean;
  /** Stops the worker. */
  readonly signal: AbortSignal;
  /** The slots of the worker; the run has one of them. */
  readonly slots: Slots;
}
