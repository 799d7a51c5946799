import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** Longer than a command holds a batch. If the command is killed, its messages reappear after this time. */
const HOLD_SECONDS = 120;

/** The largest batch of one receive. */
const BATCH_SIZE = 10;

/** Long enough for SQS to ask all its servers, of which a receive without waiting asks only some. */
const WAIT_SECONDS = 1;

/** What becomes of a message: it is given back to the queue, or deleted from it. */
type Decision = 'give back' | 'delete';

export interface VisitOptions {
  readonly limit: number;
  /** Decides about one message. If it throws, the message is given back, and so are all others that are held. */
  readonly decide: (message: Message) => Promise<Decision>;
  /** Whether another receive makes sense. Default: until the limit is reached or the queue is empty. */
  readonly isDone?: () => boolean;
}

/**
 * Shows each message of a failure queue to `decide`, once. A message that is given back stays invisible until the end,
 * so that it is not received again, and is visible again at once after that. A failure queue has no dead-letter queue
 * of its own, so the number of receives has no effect, and its retention counts from the arrival of the message.
 */
export async function visitMessages(
  sqs: SQSClient,
  QueueUrl: string,
  { limit, decide, isDone = () => false }: VisitOptions,
): Promise<void> {
  const held = new Set<string>();
  const seen = new Set<string>();
  try {
    while (seen.size < limit && !isDone()) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(BATCH_SIZE, limit - seen.size),
          VisibilityTimeout: HOLD_SECONDS,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      );
      for (const { ReceiptHandle = '' } of Messages) held.add(ReceiptHandle);
      const fresh = Messages.filter(({ MessageId = '' }) => !seen.has(MessageId));
      // The queue is empty, or so long that the first messages have reappeared.
      if (fresh.length === 0) return;
      for (const message of fresh) {
        const { MessageId = '', ReceiptHandle = '' } = message;
        seen.add(MessageId);
        if ((await decide(message)) === 'give back') continue;
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        held.delete(ReceiptHandle);
      }
    }
  } finally {
    for (const ReceiptHandle of held) await giveBack(sqs, QueueUrl, ReceiptHandle);
  }
}

/** A message that is not held any more is visible already, or was taken by another program: nothing is left to do. */
async function giveBack(sqs: SQSClient, QueueUrl: string, ReceiptHandle: string): Promise<void> {
  await sqs
    .send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
    .catch((error: Error) => {
      if (!/NotInflight|ReceiptHandleIsInvalid/.test(error.name)) throw error;
    });
}
