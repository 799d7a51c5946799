import type { TaskMessage } from '../generated/types.ts';
import { isContentOf, type Say } from './task-content.ts';

/** The messages of a task, as far as they are known, oldest first. */
export class TaskMessages {
  #all: readonly TaskMessage[] = [];
  /** Those that were there when this run began. */
  #earlier: readonly TaskMessage[] = [];
  /** Which of them this run has said again, and where the search for the next one begins. */
  readonly #found = new Set<TaskMessage>();
  #next = 0;

  get all(): readonly TaskMessage[] {
    return this.#all;
  }

  learn(messages: readonly TaskMessage[]): void {
    const known = new Map([...this.#all, ...messages].map((message) => [message.id, message]));
    this.#all = [...known.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  }

  newestOf(sender: string): TaskMessage | undefined {
    return this.#all.findLast(({ role }) => role === sender);
  }

  /** The caller's first message after another message, or after nothing. */
  replyTo(question: TaskMessage | undefined): TaskMessage | undefined {
    const after = question?.created_at ?? '';
    return this.#all.find(({ role, created_at: at }) => role === 'caller' && at > after);
  }

  /** A run begins. `isContinued`: an earlier one may have begun the same. */
  begin(isContinued: boolean): void {
    this.#earlier = this.#all;
    this.#next = isContinued ? 0 : this.#all.length;
  }

  /** The message of an earlier run with this content, the first after the one that was found last. */
  takeEarlier(say: Say): TaskMessage | undefined {
    const isSame = (message: TaskMessage) => message.role === 'worker' && isContentOf(message, say);
    const found = this.#earlier.slice(this.#next).find(isSame);
    if (found !== undefined) {
      this.#found.add(found);
      this.#next = this.#earlier.indexOf(found) + 1;
    }
    return found;
  }

  /**
   * The id of the newest message with which an earlier run may have ended: one of the worker, to which the caller has
   * replied, and which is no question or update of this run. All runs that repeat each other have the same.
   */
  lastAnswer(): string {
    const replied = this.#earlier.slice(
      0,
      this.#earlier.findLastIndex(({ role }) => role === 'caller'),
    );
    return replied.findLast((message) => message.role === 'worker' && !this.#found.has(message))?.id ?? '0';
  }
}
