import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { MINUTE } from '#shared/domain/time/time.ts';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger, measureCount } from '#shared/runtime/log.ts';

/** Failed messages wait for days, and each look at the queues is charged. */
const EVERY_MS = 5 * MINUTE;

let client: SQSClient | undefined;
let lookedAt = 0;

/**
 * Counts the messages in all failure queues, every five minutes. It is one metric, because CloudWatch charges for each
 * that an alarm reads; the log names the queues.
 *
 * See: docs/runbook.md#messages-in-failure-queues.
 */
export async function watchFailureQueues(now: number): Promise<void> {
  if (now - lookedAt < EVERY_MS - MINUTE / 2) return;
  client ??= new SQSClient(clientOptions({ maxAttempts: 3 }));
  const sqs = client;
  const { FAILURE_QUEUE_URLS: urls } = readEnv('FAILURE_QUEUE_URLS');
  const depths = await Promise.all(
    urls.map(async (QueueUrl) => {
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      return { queue: QueueUrl.split('/').at(-1), messages: Number(Attributes?.ApproximateNumberOfMessages ?? 0) };
    }),
  );
  measureCount(
    'FailedMessages',
    depths.reduce((sum, { messages }) => sum + messages, 0),
  );
  const waiting = depths.filter(({ messages }) => messages > 0);
  if (waiting.length > 0) logger.warn('failed messages wait', { queues: waiting });
  lookedAt = now;
}
