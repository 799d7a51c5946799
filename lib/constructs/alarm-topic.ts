import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';

/**
 * The topic that alarms are published to, and its subscription by mail. Without a policy SNS lets the whole account
 * publish. `enforceSSL` adds a policy, which replaces that default with a Deny, so CloudWatch needs its own permission.
 * The storage key allows CloudWatch too, because the topic is encrypted.
 *
 * See: CloudWatch user guide, Notifying users on alarm changes (permissions of the topic and of its key).
 */
export function alarmTopic(scope: Construct, config: StageConfig, email: string, storageKey: IKey): Topic {
  const topic = new Topic(scope, 'Topic', {
    topicName: serviceNameOf(config, 'alarms'),
    masterKey: storageKey,
    enforceSSL: true,
    signatureVersion: '2',
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsOfThisAccount',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  topic.addSubscription(new EmailSubscription(email));
  return topic;
}
