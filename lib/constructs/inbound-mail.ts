import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { ReceiptRule, ReceiptRuleSet, TlsPolicy } from 'aws-cdk-lib/aws-ses';
import { S3 } from 'aws-cdk-lib/aws-ses-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Aws } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { MAIL_PREFIX } from '../access.ts';
import type { StageConfig } from '../config.ts';
import { ruleSetNameOf } from '../settings.ts';
import type { MailBucket } from './mail-bucket.ts';
import { mailTopic } from './mail-topic.ts';
import { QueueWorker } from './queue-worker.ts';

export interface InboundMailProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly mail: MailBucket;
  readonly storageKey: IKey;
}

/**
 * Inbound mail: SES stores the raw message in the bucket and then publishes a notification, which becomes a job. The
 * mail itself is never part of a message, so its size does not matter (the SNS action has a limit of 150 KB).
 *
 * An account has one active rule set in a region, which may be in use already. So this one is created but not
 * activated: `npm run inbound-mail` does that, and `npm run deploy` says when it has not been done.
 */
export class InboundMail extends QueueWorker {
  readonly ruleSet: ReceiptRuleSet;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { config, assetRoot, mail, storageKey }: InboundMailProps) {
    super(scope, id, { config, assetRoot, queue: 'inbound-mail' });
    this.topic = mailTopic(this, 'inbound-mail', { config, storageKey });
    const { topic } = this;
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AnnouncementsBySes',
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );

    this.ruleSet = new ReceiptRuleSet(this, 'RuleSet', { receiptRuleSetName: ruleSetNameOf(config) });
    const rule = new ReceiptRule(this, 'Rule', {
      ruleSet: this.ruleSet,
      // Without recipients the rule is for every verified domain of the account: the stage's own, and those that
      // organizations bring. Mail for unknown addresses is counted and dropped.
      scanEnabled: true,
      // Refusing senders without TLS would lose mail; the store and everything after it are encrypted.
      tlsPolicy: TlsPolicy.OPTIONAL,
      actions: [new S3({ bucket: mail.bucket, objectKeyPrefix: MAIL_PREFIX.raw, topic })],
    });
    // SES tests the topic and the bucket when the rule is created, so their policies must exist by then.
    rule.node.addDependency(topic);
  }
}
