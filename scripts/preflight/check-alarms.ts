import { GetTopicAttributesCommand } from '@aws-sdk/client-sns';
import type { StageConfig } from '#lib/config.ts';
import { serviceNameOf } from '#lib/settings.ts';
import type { Account } from './account.ts';
import { type Finding, fail, isNamed, ok, warn } from './finding.ts';

const ALARMS = 'alarms';

/**
 * Checks that alarms reach a person: each topic that they are published to has a confirmed subscription. A link in
 * every email about an alarm ends the subscription of its reader, and nothing else says so.
 */
export async function checkAlarms(account: Account, config: StageConfig): Promise<Finding> {
  const { alarmEmail, alarmTopicArn } = config;
  const reached: string[] = [];
  if (alarmEmail !== undefined) {
    const topicArn = `arn:${account.partition}:sns:${account.region}:${account.id}:${serviceNameOf(config, 'alarms')}`;
    const topic = await attributesOf(account, topicArn);
    if (topic !== undefined && !isConfirmed(topic)) {
      return fail(
        ALARMS,
        `they reach no one: no subscription of ${topicArn} is confirmed. Open the link in the email of SNS to ` +
          `${alarmEmail}; to get another one: aws sns subscribe --topic-arn ${topicArn} --protocol email ` +
          `--notification-endpoint ${alarmEmail} --region ${account.region}`,
      );
    }
    reached.push(topic === undefined ? `${alarmEmail} once its subscription is confirmed` : alarmEmail);
  }
  if (alarmTopicArn !== undefined) {
    const problem = await problemOf(account, alarmTopicArn);
    if (problem !== undefined) return fail(ALARMS, `AID_ALARM_TOPIC: ${problem}`);
    reached.push(`the subscribers of ${alarmTopicArn}`);
  }
  if (reached.length === 0) return warn(ALARMS, 'they reach no one; set AID_ALARM_EMAIL');
  return ok(ALARMS, `they reach ${reached.join(', and ')}`);
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** What SNS says of a topic; `undefined` if there is none. */
async function attributesOf({ topics }: Account, TopicArn: string): Promise<Attributes | undefined> {
  try {
    return (await topics.send(new GetTopicAttributesCommand({ TopicArn }))).Attributes ?? {};
  } catch (error) {
    if (isNamed(error, 'NotFoundException')) return undefined;
    throw error;
  }
}

function isConfirmed({ SubscriptionsConfirmed }: Attributes): boolean {
  return Number(SubscriptionsConfirmed) > 0;
}

/** What keeps alarms from the subscribers of a topic of the operators; `undefined` if nothing does. */
async function problemOf(account: Account, topicArn: string): Promise<string | undefined> {
  const region = topicArn.split(':')[3];
  if (region !== account.region) {
    return `the topic is in ${region}, and alarms are published in the region of the stage, ${account.region}`;
  }
  const topic = await attributesOf(account, topicArn);
  if (topic === undefined) return `there is no topic ${topicArn}`;
  if (topic.KmsMasterKeyId === 'alias/aws/sns') {
    return `CloudWatch may not use alias/aws/sns, the key of ${topicArn}; give the topic a key of yours, or none`;
  }
  return isConfirmed(topic) ? undefined : `no subscription of ${topicArn} is confirmed`;
}
