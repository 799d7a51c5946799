import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { mailTopic } from './mail-topic.ts';
import { QueueWorker } from './queue-worker.ts';

/** The event types that SES publishes. Delays are left out: each ends in one of these. */
const EVENTS = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.REJECT,
];

export interface MailStatusProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly storageKey: IKey;
  readonly configurationSets: readonly ConfigurationSet[];
}

/**
 * The status of sent mail: the configuration sets publish to a topic, the topic feeds a queue, and the queue's worker
 * records them.
 *
 * See: docs/architecture.md#mail-out.
 */
export class MailStatus extends QueueWorker {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: MailStatusProps) {
    const { config, assetRoot, storageKey, configurationSets } = props;
    super(scope, id, { config, assetRoot, queue: 'mail-status' });
    this.topic = mailTopic(this, 'mail-status', { config, storageKey });
    for (const configurationSet of configurationSets) {
      // This also adds the topic's policy: SES may publish, for this account and this configuration set.
      configurationSet.addEventDestination('Outcomes', {
        configurationSetEventDestinationName: serviceNameOf(config, 'mail-status'),
        destination: EventDestination.snsTopic(this.topic),
        events: EVENTS,
      });
    }
  }
}
