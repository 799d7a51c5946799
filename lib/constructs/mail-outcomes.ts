import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

/** The event types that SES publishes. Delays are left out: each ends in one of these. */
const EVENTS = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.REJECT,
];

/**
 * A notification can arrive before the sender has recorded SES's id of the mail. It is received again after each
 * visibility timeout (180 s) until the worker drops it after 15 minutes, so the queue has to allow more receives than
 * that.
 */
const MAX_RECEIVES = 12;

export interface MailOutcomesProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly storageKey: IKey;
  readonly configurationSets: readonly ConfigurationSet[];
}

/**
 * Outcomes of sent mail: the configuration sets publish to a topic, the topic feeds a queue, and the queue's worker
 * records them.
 *
 * See: docs/architecture.md#mail-out.
 */
export class MailOutcomes extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;

  constructor(scope: Construct, id: string, props: MailOutcomesProps) {
    super(scope, id);
    const { config, assetRoot, storageKey, configurationSets } = props;
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-mail-status' });
    this.jobs = new JobQueue(this, 'Jobs', {
      config,
      name: 'mail-status',
      consumer: 'worker-mail-status',
      maxReceives: MAX_RECEIVES,
    });
    this.jobs.addConsumer(this.worker, { batchSize: 10, maxConcurrency: config.sendConcurrency });

    const topic = new Topic(this, 'Topic', {
      topicName: serviceNameOf(config, 'mail-status'),
      masterKey: storageKey,
      enforceSSL: true,
      // The default is still SHA-1.
      signatureVersion: '2',
    });
    topic.addSubscription(
      new SqsSubscription(this.jobs.queue, { rawMessageDelivery: true, deadLetterQueue: this.jobs.deadLetters }),
    );
    for (const configurationSet of configurationSets) {
      // This also adds the topic's policy: SES may publish, for this account and this configuration set.
      configurationSet.addEventDestination('Outcomes', {
        configurationSetEventDestinationName: serviceNameOf(config, 'mail-status'),
        destination: EventDestination.snsTopic(topic),
        events: EVENTS,
      });
    }
  }
}
