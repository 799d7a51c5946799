import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { FairGroupQueue } from './fair-group-queue.ts';
import { HiddenMessages } from './hidden-messages.ts';
import type { Message, NewMessage, QueueDefinition } from './message.ts';
import type { MessageRows } from './message-rows.ts';

export interface ReceiveOptions {
  readonly max: number;
  readonly visibilityTimeoutSeconds?: number;
  /** Which message groups may be served now, given how many of their messages are in flight. */
  readonly admits?: (group: string, inFlight: number) => boolean;
  /** Called with each message as it is taken, before the next one is chosen. */
  readonly onTaken?: (message: Message) => void;
}

/**
 * A standard queue: at least once, fair among message groups, with visibility timeout, delays, redrive and retention.
 * Contents are in memory and, before each response, in the database.
 */
export class Queue {
  readonly definition: QueueDefinition;
  readonly #rows: MessageRows;
  readonly #deadLetters: (arn: string) => Queue | undefined;
  readonly #clock: Clock;
  readonly #lanes = new FairGroupQueue();
  readonly #hidden: HiddenMessages;
  readonly #inFlight = new Map<string, Message>();
  readonly #listeners = new Set<() => void>();
  #delayed = 0;

  constructor(
    definition: QueueDefinition,
    rows: MessageRows,
    deadLetters: (arn: string) => Queue | undefined,
    clock: Clock,
  ) {
    this.definition = definition;
    this.#rows = rows;
    this.#deadLetters = deadLetters;
    this.#clock = clock;
    this.#hidden = new HiddenMessages(clock, (messages) => this.#reveal(messages));
  }

  /**
   * Restores the messages of an earlier run. Those that were in flight are visible at once, because the holders of
   * their receipts ended with that run. That receive does not count; otherwise a few kills in a row would move good
   * messages to the dead-letter queue.
   */
  restore(): void {
    const now = this.#clock.now();
    for (const message of this.#rows.load(this.definition.name)) {
      if (message.receiveCount > 0) this.#lanes.add({ ...message, receiveCount: message.receiveCount - 1 });
      else this.#put(message, now);
    }
  }

  get counts(): { ready: number; inFlight: number; delayed: number } {
    return { ready: this.#lanes.size, inFlight: this.#inFlight.size, delayed: this.#delayed };
  }

  /** When the oldest message that is not deleted was sent. */
  get oldestSentAt(): number | undefined {
    return this.#rows.oldestSentAt(this.definition.name);
  }

  /** Calls `listener` whenever messages may have become receivable. */
  onReady(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(messages: readonly NewMessage[]): readonly Message[] {
    const now = this.#clock.now();
    const sent = this.#rows.together(() =>
      messages.map(({ body, attributes, group, delaySeconds = this.definition.delaySeconds }) =>
        this.#rows.insert(this.definition.name, {
          id: randomUUID(),
          body,
          attributes,
          group,
          sentAt: now,
          visibleAt: now + delaySeconds * 1000,
          receiveCount: 0,
          firstReceivedAt: undefined,
          receipt: undefined,
        }),
      ),
    );
    for (const message of sent) this.#put(message, now);
    this.#announce();
    return sent;
  }

  receive({ max, visibilityTimeoutSeconds, admits, onTaken }: ReceiveOptions): readonly Message[] {
    if (this.#lanes.size === 0) return [];
    const now = this.#clock.now();
    const timeout = visibilityTimeoutSeconds ?? this.definition.visibilityTimeoutSeconds;
    const received: Message[] = [];
    this.#rows.together(() => {
      while (received.length < max) {
        const message = this.#lanes.take(admits);
        if (message === undefined) return;
        onTaken?.(message);
        if (this.#isExpired(message, now)) this.#drop(message);
        else if (!this.#redrive(message)) received.push(this.#deliver(message, now, timeout));
      }
    });
    return received;
  }

  delete(receipts: readonly string[]): void {
    this.#rows.together(() => {
      for (const receipt of receipts) {
        const message = this.#inFlight.get(receipt);
        if (message === undefined) continue;
        this.#inFlight.delete(receipt);
        this.#drop(message);
      }
    });
  }

  /** Returns false when the receipt is no longer valid. */
  changeVisibility(receipt: string, seconds: number): boolean {
    const message = this.#inFlight.get(receipt);
    if (message === undefined) return false;
    message.visibleAt = this.#clock.now() + seconds * 1000;
    this.#rows.visibleFrom(message);
    this.#hidden.hide(message);
    this.#hidden.reveal();
    return true;
  }

  purge(): void {
    for (const message of this.#rows.load(this.definition.name)) this.#rows.remove(message);
    this.#lanes.clear();
    this.#hidden.clear();
    this.#inFlight.clear();
    this.#delayed = 0;
  }

  close(): void {
    this.#hidden.close();
    this.#listeners.clear();
  }

  /** Adds a message of another queue. Its row has been moved already. */
  #adopt(message: Message): void {
    this.#lanes.add({ ...message, receipt: undefined, visibleAt: 0 });
    setImmediate(() => this.#announce());
  }

  #put(message: Message, now: number): void {
    if (message.visibleAt > now) this.#delay(message);
    else this.#lanes.add(message);
  }

  #delay(message: Message): void {
    this.#delayed += 1;
    this.#hidden.hide(message);
  }

  #deliver(message: Message, now: number, timeoutSeconds: number): Message {
    message.receiveCount += 1;
    message.firstReceivedAt ??= now;
    message.visibleAt = now + timeoutSeconds * 1000;
    message.receipt = randomUUID();
    this.#rows.received(message);
    this.#inFlight.set(message.receipt, message);
    this.#hidden.hide(message);
    return message;
  }

  /** Source: SQS developer guide, dead-letter queues (a message received more often than maxReceiveCount moves). */
  #redrive(message: Message): boolean {
    const { redrive } = this.definition;
    if (redrive === undefined || message.receiveCount < redrive.maxReceiveCount) return false;
    const target = this.#deadLetters(redrive.deadLetterArn);
    if (target === undefined) return false;
    this.#rows.move(message, target.definition.name);
    this.#lanes.release(message);
    target.#adopt(message);
    return true;
  }

  #isExpired(message: Message, now: number): boolean {
    return message.sentAt + this.definition.retentionSeconds * 1000 < now;
  }

  #drop(message: Message): void {
    this.#hidden.forget(message);
    this.#rows.remove(message);
    this.#lanes.release(message);
  }

  /** Moves messages that became visible back to the ready ones. */
  #reveal(messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.receipt === undefined) this.#delayed -= 1;
      else {
        this.#inFlight.delete(message.receipt);
        this.#lanes.release(message);
      }
      message.receipt = undefined;
      this.#lanes.add(message);
    }
    this.#announce();
  }

  #announce(): void {
    if (this.#lanes.size > 0) for (const listener of this.#listeners) listener();
  }
}
