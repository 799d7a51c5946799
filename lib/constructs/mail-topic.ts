import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { TopicQueueName } from '#shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import type { QueueWorker } from './queue-worker.ts';

/** The topic that SES publishes what a worker of mail has to do to, and that feeds the worker's queue. */
export function mailTopic(
  worker: QueueWorker,
  queue: TopicQueueName,
  { config, storageKey }: { readonly config: StageConfig; readonly storageKey: IKey },
): Topic {
  const topic = new Topic(worker, 'Topic', {
    topicName: serviceNameOf(config, queue),
    masterKey: storageKey,
    enforceSSL: true,
    // The default is still SHA-1.
    signatureVersion: '2',
  });
  topic.addSubscription(
    new SqsSubscription(worker.queue, { rawMessageDelivery: true, deadLetterQueue: worker.deadLetters }),
  );
  return topic;
}
