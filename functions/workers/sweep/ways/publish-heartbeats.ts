import { PublishCommand } from '@aws-sdk/client-sns';
import { type Heartbeat, TOPIC_VARIABLES, type TopicQueueName } from '#shared/contract/jobs.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { getTopicClient } from './topic-client.ts';

/**
 * Sends the heartbeat of the queues that get their jobs from a topic the way of these jobs: a topic without its
 * subscription loses emails, and nothing fails. A topic that refuses the signal keeps no other from it, and shows by
 * the age of the last one that arrived.
 */
export async function publishHeartbeats(now: number, queues: readonly TopicQueueName[]): Promise<void> {
  const heartbeat: Heartbeat = { kind: 'heartbeat', sentAt: now };
  await Promise.all(
    queues.map(async (queue) => {
      const variable = TOPIC_VARIABLES[queue];
      const { [variable]: TopicArn } = readEnv(variable);
      try {
        await getTopicClient().send(new PublishCommand({ TopicArn, Message: JSON.stringify(heartbeat) }));
      } catch (error) {
        logger.error('heartbeat not sent', { queue, error: error as Error });
      }
    }),
  );
}
