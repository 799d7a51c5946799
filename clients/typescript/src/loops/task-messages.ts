import type { TaskMessage } from '../generated/types.ts';
import { isContentOf, type Say } from './task-content.ts';

/** The messages of a task, as far as they are known, oldest first. */
export class TaskMessages {
  #all: readonly TaskMessage[] = [];
  /** The messages of earlier runs that this run may repeat, without those that it has repeated. */
  #earlier: readonly TaskMessage[] = [];

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

  /** The caller's first message after another message. */
  replyTo(question: TaskMessage): TaskMessage | undefined {
    return this.#all.find(({ role, created_at: at }) => role === 'caller' && at > question.created_at);
  }

  /** Starts a run. It may repeat the messages after a time: this worker has ended its last run with a reply then. */
  begin(after = ''): void {
    this.#earlier = this.#all.filter(({ role, created_at: at }) => role === 'worker' && at > after);
  }

  /** The message of an earlier run with this content: the first one after the last match. */
  takeEarlier(say: Say): TaskMessage | undefined {
    const found = this.#earlier.findIndex((message) => isContentOf(message, say));
    const message = this.#earlier[found];
    if (message !== undefined) this.#earlier = this.#earlier.slice(found + 1);
    return message;
  }
}
