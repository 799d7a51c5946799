import type { NewPart, ReplyToTask, Task, TaskMessage } from '../generated/types.ts';
import type { Say } from './task-content.ts';

/**
 * Does a task. What it returns is the reply: a text or parts, an object with fields of a reply (`state`, `message`,
 * `parts`, `result`, `artifacts`), or any other value, which is the result. A task for which it throws has failed.
 */
export type TaskHandler = (task: Task, context: TaskContext) => Promise<TaskOutcome> | TaskOutcome;

export type TaskOutcome = string | readonly NewPart[] | Partial<ReplyToTask> | unknown;

/** A message of the caller, with its texts: `text`, which is also what it is as a text. */
export type Answer = TaskMessage & { readonly text: string; toString(): string };

/** What a handler can do in addition to returning the reply. */
export interface TaskContext {
  /**
   * The texts of the caller's newest message. When a handler runs again in the place of one that has asked, this is the
   * reply: a handler that asks takes its task from `messages[0]`.
   */
  readonly text: string;
  /** The messages of the task, oldest first. */
  readonly messages: readonly TaskMessage[];
  /** Aborted when the task was canceled, or another worker has it. What the handler returns is dropped then. */
  readonly signal: AbortSignal;
  /** Shows the caller how far it is. */
  update(say: Say): Promise<void>;
  /** Asks the caller, and waits for the reply, which may take days. */
  ask(say: Say): Promise<Answer>;
}

/** What a run of a handler needs of its worker. */
export interface RunOptions {
  readonly leaseMs: number;
  readonly expand: boolean;
  /** Ends the worker. */
  readonly signal: AbortSignal;
  /** Gives the place of the handler to another one, and takes one again. */
  readonly leave: () => void;
  readonly enter: () => Promise<void>;
}
