import type { TaskMessage } from '../generated/types.ts';
import { isContentOf, type Say } from './task-content.ts';

/** The messages of a task, as far as they are known, oldest first. */
export class TaskMessages {
  #all: readonly TaskMessage[] = [];
  /** The worker's messages that an earlier run has sent, without those that this run has found. */
  #earlier: TaskMessage[] = [];

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

  /** What the worker has said so far was said by an earlier run. */
  noteEarlier(): void {
    this.#earlier = this.#all.filter(({ role }) => role === 'worker');
  }

  /** The message of an earlier run with this content, the first after the one that was found last. */
  takeEarlier(say: Say): TaskMessage | undefined {
    const index = this.#earlier.findIndex((message) => isContentOf(message, say));
    return index < 0 ? undefined : this.#earlier.splice(0, index + 1).at(-1);
  }
}
