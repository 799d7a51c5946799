import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/** A message for a queue. `group` names whose work it is, so that nobody's backlog holds up the others. */
export interface QueueMessage {
  body: unknown;
  group?: string;
  delaySeconds?: number;
}

/** The longest SQS can hold a message back. See: AWS SQS quotas. */
export const MAX_QUEUE_DELAY_SECONDS = 900;

let client: SQSClient | undefined;

/** Sends messages, ten at a time. Throws unless every one was taken. */
export async function sendMessages(queueUrl: string, messages: readonly QueueMessage[]): Promise<void> {
  client ??= new SQSClient({ maxAttempts: 5 });
  const sender = client;
  const batches: QueueMessage[][] = [];
  for (let start = 0; start < messages.length; start += 10) batches.push(messages.slice(start, start + 10));
  await Promise.all(
    batches.map(async (batch) => {
      const { Failed } = await sender.send(
        new SendMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: batch.map((message, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify(message.body),
            // On a standard queue the group makes it fair (AWS, SQS fair queues).
            MessageGroupId: message.group,
            DelaySeconds: message.delaySeconds,
          })),
        }),
      );
      if (Failed !== undefined && Failed.length > 0) {
        throw new Error(`queue refused ${Failed.length} of ${batch.length} messages: ${Failed[0]?.Code}`);
      }
    }),
  );
}
