import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';

/** The topics that alarms are published to. */
export interface AlarmTopics {
  /** The one of the stage, which is mailed to a person; `undefined` if no address is configured. */
  readonly mailed: ITopic | undefined;
  /** This one, and the one that operators have for pagers and chats. */
  readonly all: readonly ITopic[];
}

/** The topics that the settings of the stage name. The stage creates one of them, for its address. */
export function alarmTopics(scope: Construct, config: StageConfig): AlarmTopics {
  const { alarmEmail, alarmTopicArn } = config;
  const mailed = alarmEmail === undefined ? undefined : mailedTopic(scope, config, alarmEmail);
  const own = alarmTopicArn === undefined ? undefined : Topic.fromTopicArn(scope, 'OwnTopic', alarmTopicArn);
  return { mailed, all: [mailed, own].filter((topic) => topic !== undefined) };
}

/**
 * The topic that alarms are published to, and its subscription by mail. Without a policy SNS lets the whole account
 * publish. `enforceSSL` adds a policy, which replaces that default with a Deny, so CloudWatch needs its own permission.
 *
 * The topic has no key: an alarm has to reach people when a key is disabled or denied, which is one of the things that
 * alarms report. A message names an alarm, a metric and a value, and nothing of an organization. The key that AWS
 * manages for SNS would not do: CloudWatch may not use it.
 *
 * See: CloudWatch user guide, Notifying users on alarm changes; docs/decisions/0038-alarms.md#the-topic.
 */
function mailedTopic(scope: Construct, config: StageConfig, email: string): Topic {
  const topic = new Topic(scope, 'Topic', {
    topicName: serviceNameOf(config, 'alarms'),
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
