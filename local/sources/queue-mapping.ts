import { REGION } from '../assembly/aws-identifiers.ts';
import type { Message, MessageAttribute } from '../emulators/queues/message.ts';
import type { Queue } from '../emulators/queues/queue.ts';
import { wireMessage } from '../emulators/queues/queue-api.ts';
import type { Functions } from '../functions/functions.ts';
import { passes } from './filter-pattern.ts';
import { itemFailures } from './item-failures.ts';
import type { MappingDefinition } from './mapping-definition.ts';

interface Batch {
  readonly messages: readonly Message[];
  /** The noisy group, if the batch is for one alone. */
  readonly noisy?: string | undefined;
}

/** Concurrent batches where the template sets no limit. Lambda allows many more; one machine gains nothing by them. */
const DEFAULT_CONCURRENCY = 32;

/**
 * A group with this number of messages in flight is noisy. Low, because its messages may block the batches they share.
 */
const NOISY_FROM = 2;

/** The shares of the concurrency for one noisy group, and for all of them together. The rest is for quiet ones. */
const SHARE_OF_ONE = 1 / 2;
const SHARE_OF_ALL = 3 / 4;

/**
 * Feeds a queue to a function.
 *
 * Fair among message groups: a batch takes from the groups with the fewest messages in flight, and quiet groups share
 * their batches. A noisy group is served when no quiet one waits, in separate batches and within a share of the
 * concurrency, so that a consumer that hangs for one group leaves room for the others.
 *
 * Source: Lambda developer guide, Using Lambda with Amazon SQS; SQS developer guide, Amazon SQS fair queues.
 */
export class QueueMapping {
  readonly #definition: MappingDefinition;
  readonly #queue: Queue;
  readonly #functions: Functions;
  readonly #concurrency: number;
  /** Running batches: all, those of noisy groups, and of each noisy group. */
  #active = 0;
  #noisyBatches = 0;
  readonly #batchesOf = new Map<string, number>();
  #scheduled = false;
  #window: NodeJS.Timeout | undefined;
  #stopped = false;
  #disabled = false;
  #forget: () => void = () => {};

  constructor(definition: MappingDefinition, queue: Queue, functions: Functions) {
    this.#definition = definition;
    this.#queue = queue;
    this.#functions = functions;
    this.#concurrency = definition.maxConcurrency ?? DEFAULT_CONCURRENCY;
  }

  start(): void {
    this.#forget = this.#queue.onReady(() => this.#wake());
    this.#wake();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#window);
    this.#forget();
  }

  /** Takes no messages while the mapping is disabled. */
  setEnabled(enabled: boolean): void {
    this.#disabled = !enabled;
    this.#wake();
  }

  /**
   * Starts the work after the current sender is done, so that messages that were sent together are received together.
   */
  #wake(): void {
    const { windowSeconds, batchSize } = this.#definition;
    if (this.#scheduled || this.#stopped) return;
    if (windowSeconds > 0 && this.#queue.counts.ready < batchSize) {
      this.#window ??= setTimeout(() => this.#dispatch(), windowSeconds * 1000);
      return;
    }
    this.#scheduled = true;
    setImmediate(() => this.#dispatch());
  }

  #dispatch(): void {
    this.#scheduled = false;
    clearTimeout(this.#window);
    this.#window = undefined;
    while (!this.#stopped && !this.#disabled && this.#active < this.#concurrency) {
      const { messages, noisy } = this.#takeBatch();
      if (messages.length === 0) return;
      this.#count(noisy, 1);
      void this.#run(messages).finally(() => {
        this.#count(noisy, -1);
        this.#wake();
      });
    }
  }

  #takeBatch(): Batch {
    const { batchSize: max } = this.#definition;
    const quiet = this.#queue.receive({ max, admits: (group, inFlight) => group === '' || inFlight < NOISY_FROM });
    if (quiet.length > 0) return { messages: quiet };
    if (this.#noisyBatches >= share(this.#concurrency, SHARE_OF_ALL)) return { messages: [] };
    let noisy: string | undefined;
    const most = share(this.#concurrency, SHARE_OF_ONE);
    const messages = this.#queue.receive({
      max,
      admits: (group) => (noisy === undefined ? (this.#batchesOf.get(group) ?? 0) < most : group === noisy),
      onTaken: ({ group = '' }) => {
        noisy ??= group;
      },
    });
    return { messages, noisy };
  }

  /** Counts the batches of a noisy group that run. */
  #count(group: string | undefined, change: 1 | -1): void {
    this.#active += change;
    if (group === undefined) return;
    this.#noisyBatches += change;
    const left = (this.#batchesOf.get(group) ?? 0) + change;
    if (left === 0) this.#batchesOf.delete(group);
    else this.#batchesOf.set(group, left);
  }

  async #run(batch: readonly Message[]): Promise<void> {
    const [definition, queue] = [this.#definition, this.#queue];
    const records = batch.map((message) => recordOf(message, definition.sourceArn));
    // Messages that the filters refuse are deleted, as Lambda does with queues.
    const wanted = records.filter((record) => passes(withParsedBody(record), definition.filters));
    const done = new Set(records.filter((record) => !wanted.includes(record)).map(({ messageId }) => messageId));
    try {
      if (wanted.length > 0) {
        const payload = await this.#functions.invoke(definition.functionName, { Records: wanted });
        const ids = new Set(wanted.map(({ messageId }) => messageId));
        const failed = definition.reportsItemFailures ? itemFailures(payload, ids) : new Set<string>();
        for (const id of ids) if (failed !== 'all' && !failed.has(id)) done.add(id);
      }
    } catch {
      // The function has failed and logged it. Its messages are received again after the visibility timeout.
    }
    if (this.#stopped) return;
    const receipts = batch.filter(({ id }) => done.has(id)).map(({ receipt }) => receipt);
    queue.delete(receipts.filter((receipt) => receipt !== undefined));
  }
}

function share(concurrency: number, part: number): number {
  return Math.max(1, Math.floor(concurrency * part));
}

/** Source: Lambda developer guide, Using Lambda with Amazon SQS (example standard queue message event). */
function recordOf(message: Message, queueArn: string) {
  const { MessageId, ReceiptHandle, Body, MD5OfBody, Attributes } = wireMessage(message);
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes ?? {}).map(([name, attribute]) => [name, attributeOf(attribute)]),
    ),
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: REGION,
  };
}

function attributeOf({ DataType, StringValue, BinaryValue }: MessageAttribute) {
  return {
    dataType: DataType,
    stringValue: StringValue,
    binaryValue: BinaryValue,
    stringListValues: [],
    binaryListValues: [],
  };
}

/** Filters look into a body that is JSON. */
function withParsedBody<T extends { readonly body: string }>(record: T): unknown {
  try {
    return { ...record, body: JSON.parse(record.body) as unknown };
  } catch {
    return record;
  }
}
