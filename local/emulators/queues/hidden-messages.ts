import { Heap } from 'heap-js';
import type { Clock } from '../../clock.ts';
import type { Message } from './message.ts';

/** A hidden message comes back at `at`, unless its time has been changed since. */
interface Hiding {
  readonly message: Message;
  readonly at: number;
}

/** `visibleAt` of a message that does not wait for a time: it is ready, or deleted. */
const NEVER_HIDDEN = 0;

/** Timers longer than this overflow in Node. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The messages of a queue that wait for a time: those that are delayed, and those that are in flight. */
export class HiddenMessages {
  readonly #clock: Clock;
  readonly #onVisible: (messages: readonly Message[]) => void;
  /** The earliest first. */
  readonly #hidings = new Heap<Hiding>((one, other) => one.at - other.at);
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, onVisible: (messages: readonly Message[]) => void) {
    this.#clock = clock;
    this.#onVisible = onVisible;
    clock.onAdvanced(() => this.#revealAndArm());
  }

  /** Hides a message until its `visibleAt`. */
  hide(message: Message): void {
    this.#hidings.push({ message, at: message.visibleAt });
    this.#arm();
  }

  /** Forgets a message that was deleted or moved: its time passes without effect. */
  forget(message: Message): void {
    message.visibleAt = NEVER_HIDDEN;
  }

  /** Forgets all messages of a queue that was purged. */
  clear(): void {
    this.#hidings.clear();
  }

  /** Returns the messages that have become visible to the queue, ahead of the timer. */
  reveal(): void {
    const now = this.#clock.now();
    const visible: Message[] = [];
    for (let next = this.#hidings.peek(); next !== undefined && next.at <= now; next = this.#hidings.peek()) {
      this.#hidings.pop();
      const { message, at } = next;
      if (message.visibleAt !== at) continue;
      message.visibleAt = NEVER_HIDDEN;
      visible.push(message);
    }
    if (visible.length > 0) this.#onVisible(visible);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #revealAndArm(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.reveal();
    this.#arm();
  }

  #arm(): void {
    const at = this.#hidings.peek()?.at;
    if (at === undefined || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(
      () => this.#revealAndArm(),
      Math.min(Math.max(0, at - this.#clock.now()), LONGEST_TIMER_MS),
    );
  }
}
