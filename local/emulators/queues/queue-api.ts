import { createHash } from 'node:crypto';
import { ServiceError } from '../../http/service-error.ts';
import type { Message, MessageAttribute } from './message.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';

interface SendEntry {
  readonly Id?: string;
  readonly MessageBody?: string;
  readonly DelaySeconds?: number;
  readonly MessageGroupId?: string;
  readonly MessageAttributes?: Readonly<Record<string, MessageAttribute>>;
}

interface Input extends SendEntry {
  readonly QueueUrl?: string;
  readonly QueueName?: string;
  readonly ReceiptHandle?: string;
  readonly VisibilityTimeout?: number;
  readonly MaxNumberOfMessages?: number;
  readonly WaitTimeSeconds?: number;
  readonly Entries?: readonly (SendEntry & { readonly ReceiptHandle?: string; readonly VisibilityTimeout?: number })[];
}

type Operation = (input: Input, queues: Queues) => unknown;

const MAX_BATCH = 10;
const LONGEST_DELAY_SECONDS = 900;
const LONGEST_VISIBILITY_SECONDS = 43_200;

/** Source: SQS API reference, SendMessage (characters that a body may hold). */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** The SQS operations that functions and people use, by name. The protocol is AWS JSON 1.0. */
export const QUEUE_OPERATIONS: Readonly<Record<string, Operation>> = {
  SendMessage: (input, queues) => {
    const queue = queueOf(input, queues);
    const [sent] = queue.send([newMessage(input, queue)]);
    return sent && { MessageId: sent.id, MD5OfMessageBody: md5(sent.body) };
  },
  SendMessageBatch: (input, queues) => {
    const queue = queueOf(input, queues);
    const entries = batchOf(input);
    const sent = queue.send(entries.map((entry) => newMessage(entry, queue)));
    return {
      Successful: sent.map((message, index) => ({
        Id: entries[index]?.Id,
        MessageId: message.id,
        MD5OfMessageBody: md5(message.body),
      })),
      Failed: [],
    };
  },
  ReceiveMessage: async (input, queues) => {
    const queue = queueOf(input, queues);
    const max = input.MaxNumberOfMessages ?? 1;
    bounded('MaxNumberOfMessages', max, 1, MAX_BATCH);
    const options = { max, visibilityTimeoutSeconds: input.VisibilityTimeout };
    let messages = queue.receive(options);
    const waitMs = (input.WaitTimeSeconds ?? queue.definition.waitTimeSeconds) * 1000;
    if (messages.length === 0 && waitMs > 0) {
      await readyWithin(queue, waitMs);
      messages = queue.receive(options);
    }
    return messages.length === 0 ? {} : { Messages: messages.map(wireMessage) };
  },
  DeleteMessage: (input, queues) => {
    queueOf(input, queues).delete([receiptOf(input)]);
    return {};
  },
  DeleteMessageBatch: (input, queues) => {
    const queue = queueOf(input, queues);
    const entries = batchOf(input);
    queue.delete(entries.map(receiptOf));
    return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] };
  },
  ChangeMessageVisibility: (input, queues) => {
    const seconds = input.VisibilityTimeout ?? 0;
    bounded('VisibilityTimeout', seconds, 0, LONGEST_VISIBILITY_SECONDS);
    if (queueOf(input, queues).changeVisibility(receiptOf(input), seconds)) return {};
    throw new ServiceError('MessageNotInflight', 'The specified message is not in flight.');
  },
  ChangeMessageVisibilityBatch: (input, queues) => {
    const queue = queueOf(input, queues);
    const results = batchOf(input).map((entry) => ({
      Id: entry.Id,
      changed: queue.changeVisibility(receiptOf(entry), entry.VisibilityTimeout ?? 0),
    }));
    return {
      Successful: results.filter(({ changed }) => changed).map(({ Id }) => ({ Id })),
      Failed: results
        .filter(({ changed }) => !changed)
        .map(({ Id }) => ({ Id, SenderFault: true, Code: 'MessageNotInflight' })),
    };
  },
  GetQueueUrl: (input, queues) => ({ QueueUrl: queueOf(input, queues).definition.url }),
  GetQueueAttributes: (input, queues) => {
    const { definition, counts } = queueOf(input, queues);
    return {
      Attributes: {
        QueueArn: definition.arn,
        ApproximateNumberOfMessages: String(counts.ready),
        ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
        ApproximateNumberOfMessagesDelayed: String(counts.delayed),
        VisibilityTimeout: String(definition.visibilityTimeoutSeconds),
        DelaySeconds: String(definition.delaySeconds),
        MessageRetentionPeriod: String(definition.retentionSeconds),
        ...(definition.redrive && {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: definition.redrive.deadLetterArn,
            maxReceiveCount: definition.redrive.maxReceiveCount,
          }),
        }),
      },
    };
  },
  ListQueues: (_input, queues) => ({ QueueUrls: queues.all.map(({ definition }) => definition.url) }),
  PurgeQueue: (input, queues) => {
    queueOf(input, queues).purge();
    return {};
  },
};

function queueOf({ QueueUrl, QueueName }: Input, queues: Queues): Queue {
  const queue = queues.find(QueueUrl ?? QueueName ?? '');
  if (queue === undefined) throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
  return queue;
}

function newMessage(entry: SendEntry, queue: Queue) {
  const { MessageBody: body, MessageAttributes, MessageGroupId: group, DelaySeconds: delaySeconds } = entry;
  if (body === undefined || body === '') throw new ServiceError('MissingParameter', 'MessageBody is required.');
  if (FORBIDDEN_CHARACTERS.test(body))
    throw new ServiceError('InvalidMessageContents', 'Invalid characters in the body.');
  if (Buffer.byteLength(body) > queue.definition.maximumMessageBytes) {
    throw new ServiceError(
      'InvalidParameterValue',
      `The body is longer than ${queue.definition.maximumMessageBytes} bytes.`,
    );
  }
  if (delaySeconds !== undefined) bounded('DelaySeconds', delaySeconds, 0, LONGEST_DELAY_SECONDS);
  return { body, attributes: MessageAttributes, group, delaySeconds };
}

function batchOf({ Entries = [] }: Input) {
  if (Entries.length === 0) throw new ServiceError('EmptyBatchRequest', 'The batch has no entries.');
  if (Entries.length > MAX_BATCH) throw new ServiceError('TooManyEntriesInBatchRequest', 'At most 10 entries.');
  if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length) {
    throw new ServiceError('BatchEntryIdsNotDistinct', 'Two entries have the same Id.');
  }
  return Entries;
}

function receiptOf({ ReceiptHandle }: { readonly ReceiptHandle?: string }): string {
  if (ReceiptHandle === undefined) throw new ServiceError('MissingParameter', 'ReceiptHandle is required.');
  return ReceiptHandle;
}

function bounded(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw new ServiceError('InvalidParameterValue', `${name} must be a whole number from ${from} to ${to}.`);
}

/** A received message as the API shows it, with every system attribute it has. */
export function wireMessage(message: Message) {
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: {
      SenderId: 'local',
      SentTimestamp: String(message.sentAt),
      ApproximateReceiveCount: String(message.receiveCount),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
      ...(message.group !== undefined && { MessageGroupId: message.group }),
    },
    ...(message.attributes && { MessageAttributes: message.attributes }),
  };
}

function readyWithin(queue: Queue, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    const forget = queue.onReady(finish);
  });
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
