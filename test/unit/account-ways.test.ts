import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { accountWays } from '#functions/workers/sweep/ways/account-ways.ts';

const mail = mockClient(SESv2Client);
const receiving = mockClient(SESClient);
const topics = mockClient(SNSClient);
const OWN = 'aid-prod-inbound';
const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:aid-prod-alarms';
const PAGER = 'arn:aws:sns:eu-central-1:111122223333:pager';

beforeEach(() => {
  for (const mock of [mail, receiving, topics]) mock.reset();
  vi.stubEnv('RECEIPT_RULE_SET', OWN);
  vi.stubEnv('MAIL_DOMAIN', 'agents.example.com');
  vi.stubEnv('ALARM_TOPICS', `${TOPIC} ${PAGER}`);
  identity({});
  mail.on(GetAccountCommand).resolves({ SendingEnabled: true, EnforcementStatus: 'HEALTHY' });
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata: { Name: OWN } });
  topics.on(GetTopicAttributesCommand).resolves({ Attributes: { SubscriptionsConfirmed: '1' } });
});

afterAll(() => {
  for (const mock of [mail, receiving, topics]) mock.restore();
});

/** What SES says of the mail domain. */
function identity({ verified = true, signed = true, status = 'SUCCESS' as 'SUCCESS' | 'FAILED' | 'PENDING' }) {
  mail.on(GetEmailIdentityCommand, { EmailIdentity: 'agents.example.com' }).resolves({
    VerifiedForSendingStatus: verified,
    DkimAttributes: { SigningEnabled: signed, Status: status },
  });
}

async function go(name: string): Promise<void> {
  await accountWays()
    .find((way) => way.name === name)
    ?.go(0, new AbortController().signal);
}

test('All settings of the account are right in a stage that works', async () => {
  const ways = accountWays();
  expect(ways.map(({ name }) => name)).toEqual(['mail-domain', 'sending', 'receipt-rules', 'alarm-topic']);
  for (const { name } of ways) await expect(go(name), name).resolves.toBeUndefined();
});

test.each([
  ['is not verified', { verified: false }],
  ['is not signed for', { signed: false }],
  ['has lost its DKIM records', { status: 'FAILED' }],
  ['does not have them yet', { status: 'PENDING' }],
] as const)('A mail domain that %s is a wrong setting, because SES refuses its emails for good', async (_, state) => {
  identity(state);
  await expect(go('mail-domain')).rejects.toThrow('agents.example.com: verified for sending: ');
});

test('An account for which SES does not send is a wrong setting', async () => {
  mail.on(GetAccountCommand).resolves({ SendingEnabled: false, EnforcementStatus: 'SHUTDOWN' });
  await expect(go('sending')).rejects.toThrow('SES does not send for the account: SHUTDOWN');
});

test.each([
  ['none', {}],
  ['aid-dev-inbound', { Metadata: { Name: 'aid-dev-inbound' } }],
])('If the active receipt rules are %s, SES does not deliver to the stage', async (active, response) => {
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves(response);
  await expect(go('receipt-rules')).rejects.toThrow(`the active receipt rules are ${active}, not ${OWN}`);
});

test.each([TOPIC, PAGER])('A topic of alarms without a confirmed subscription is a wrong setting: %s', async (arn) => {
  topics
    .on(GetTopicAttributesCommand, { TopicArn: arn })
    .resolves({ Attributes: { SubscriptionsConfirmed: '0', SubscriptionsPending: '1' } });
  await expect(go('alarm-topic')).rejects.toThrow(`no one has confirmed to get ${arn}`);
});

test('A look that is denied is a wrong setting, so that a missing permission does not pass for a right one', async () => {
  const denied = Object.assign(new Error('denied'), { name: 'AccessDeniedException' });
  mail.rejects(denied);
  receiving.rejects(denied);
  topics.rejects(denied);
  for (const { name } of accountWays()) await expect(go(name), name).rejects.toThrow('denied');
});

test('A stage that is to receive no mail, or that has no one for its alarms, does not look at these settings', () => {
  vi.stubEnv('RECEIPT_RULE_SET', undefined);
  vi.stubEnv('ALARM_TOPICS', undefined);
  expect(accountWays().map(({ name }) => name)).toEqual(['mail-domain', 'sending']);
});
