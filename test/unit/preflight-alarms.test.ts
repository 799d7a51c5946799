import { GetTopicAttributesCommand } from '@aws-sdk/client-sns';
import { expect, test } from 'vitest';
import { named, useMockedAccount } from '../support/mocked-account.ts';

const { topics, lineAbout } = useMockedAccount();

const OWN = 'arn:aws:sns:eu-central-1:111122223333:aid-prod-alarms';
const PAGER = 'arn:aws:sns:eu-central-1:444455556666:pager';
const EMAIL = { AID_ALARM_EMAIL: 'night@example.com' };

/** What SNS says of a topic. */
const topic = (TopicArn: string, Attributes: Record<string, string>) =>
  topics.on(GetTopicAttributesCommand, { TopicArn }).resolves({ Attributes });

test('The preflight says that alarms reach no one without an address or a topic', async () => {
  expect(await lineAbout('alarms')).toBe('WARN alarms: they reach no one; set AID_ALARM_EMAIL');
});

test('The alarms of a stage that is not deployed reach their address once its subscription is confirmed', async () => {
  expect(await lineAbout('alarms', EMAIL)).toBe(
    'OK   alarms: they reach night@example.com once its subscription is confirmed',
  );
});

test('The preflight fails if the topic of a deployed stage has no confirmed subscription, and names the way out', async () => {
  topic(OWN, { SubscriptionsConfirmed: '0', SubscriptionsPending: '1' });
  expect(await lineAbout('alarms', EMAIL)).toMatch(
    /^FAIL alarms: they reach no one: no subscription of arn:aws:sns:\S+:aid-prod-alarms is confirmed\. .*aws sns subscribe --topic-arn \S+ --protocol email --notification-endpoint night@example\.com/,
  );
  topic(OWN, { SubscriptionsConfirmed: '1' });
  expect(await lineAbout('alarms', EMAIL)).toBe('OK   alarms: they reach night@example.com');
});

test('The preflight checks the topic of the operators too: whether it exists, whether CloudWatch may use it, and who gets it', async () => {
  const about = (topicArn: string) => lineAbout('alarms', { ...EMAIL, AID_ALARM_TOPIC: topicArn });
  topic(OWN, { SubscriptionsConfirmed: '1' });
  expect(await about(PAGER)).toBe(`FAIL alarms: AID_ALARM_TOPIC: there is no topic ${PAGER}`);
  topic(PAGER, { SubscriptionsConfirmed: '1', KmsMasterKeyId: 'alias/aws/sns' });
  expect(await about(PAGER)).toMatch(/^FAIL .*CloudWatch may not use alias\/aws\/sns/);
  topic(PAGER, { SubscriptionsConfirmed: '0' });
  expect(await about(PAGER)).toBe(`FAIL alarms: AID_ALARM_TOPIC: no subscription of ${PAGER} is confirmed`);
  topic(PAGER, { SubscriptionsConfirmed: '2' });
  expect(await about(PAGER)).toBe(`OK   alarms: they reach night@example.com, and the subscribers of ${PAGER}`);
  expect(await about('arn:aws:sns:us-east-1:444455556666:pager')).toMatch(/^FAIL .*the topic is in us-east-1/);
});

test('The preflight warns where it may not look at a topic', async () => {
  topics.on(GetTopicAttributesCommand).rejects(named('AuthorizationErrorException', 'not authorized'));
  expect(await lineAbout('alarms', EMAIL)).toMatch(/^WARN alarms: not checked: the credentials lack a permission/);
});
