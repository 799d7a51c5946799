import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

/** What SES is asked to tell. Delays are left out: each ends in one of these. */
const EVENTS = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.REJECT,
];

/**
 * A notice can be here before the sender has written down whom SES means by its id. It comes again every visibility
 * time-out (180 s) until the worker gives it up after 15 minutes, so the queue has to bear more receives than that.
 */
const MAX_RECEIVES = 12;

export interface MailOutcomesProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly storageKey: IKey;
  readonly configurationSet: ConfigurationSet;
}

/**
 * What became of the mail that went out: the configuration set tells a topic, the topic a queue, the queue's worker
 * writes it down.
 *
 * See: docs/architecture.md#mail-out.
 */
export class MailOutcomes extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;

  constructor(scope: Construct, id: string, props: MailOutcomesProps) {
    super(scope, id);
    const { config, assetRoot, storageKey, configurationSet } = props;
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-mail-status' });
    this.jobs = new JobQueue(this, 'Jobs', {
      config,
      name: 'mail-status',
      consumer: 'worker-mail-status',
      maxReceives: MAX_RECEIVES,
    });
    // Outcomes of one organization are committed one after the other, by its clock: more at once would only contend.
    this.jobs.addConsumer(this.worker, { batchSize: 10, maxConcurrency: 5 });

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
    // With it comes the topic's policy: SES may publish, of this account and this configuration set.
    configurationSet.addEventDestination('Outcomes', {
      configurationSetEventDestinationName: serviceNameOf(config, 'mail-status'),
      destination: EventDestination.snsTopic(topic),
      events: EVENTS,
    });
  }
}
