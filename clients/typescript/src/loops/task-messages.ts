import type { TaskMessage } from '../generated/types.ts';
import { isContentOf, type Say } from './task-content.ts';

/** The messages of a task, as far as they are known, oldest first. */
export class TaskMessages {
  #all: readonly TaskMessage[] = [];
  /** The messages that existed when this run started. */
  #earlier: readonly TaskMessage[] = [];
  /** Which of them this run has repeated, and where the search for the next one starts. */
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

  /** Starts a run. `isContinued`: an earlier run may have sent the same messages. */
  begin(isContinued: boolean): void {
    this.#earlier = this.#all;
    this.#next = isContinued ? 0 : this.#all.length;
  }

  /** The message of an earlier run with this content: the first one after the last match. */
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
   * The id of the newest message with which an earlier run may have ended: a worker's message to which the caller has
   * replied, and which is no question or update of this run. It is the same for all runs that repeat each other.
   */
  lastAnswer(): string {
    const replied = this.#earlier.slice(
      0,
      this.#earlier.findLastIndex(({ role }) => role === 'caller'),
    );
    return replied.findLast((message) => message.role === 'worker' && !this.#found.has(message))?.id ?? '0';
  }
}
