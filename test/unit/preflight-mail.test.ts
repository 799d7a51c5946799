import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeActiveReceiptRuleSetCommand } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { expect, test } from 'vitest';
import { resource, useMockedAccount } from '../support/mocked-account.ts';

const { ses, receiving, stacks, hosts, lineAbout, owned } = useMockedAccount();

test('The preflight fails in a region in which SES receives no mail', async () => {
  hosts.delete('inbound-smtp.eu-central-1.amazonaws.com');
  expect(await lineAbout('inbound mail')).toMatch(/^FAIL .*inbound-smtp\.eu-central-1\.amazonaws\.com/);
  hosts.clear();
  expect(await lineAbout('inbound mail')).toMatch(/^WARN inbound mail: not checked: .*DNS/);
});

test('The preflight fails when the mail domain exists in SES and does not belong to the stage', async () => {
  ses.on(GetEmailIdentityCommand).resolves({});
  expect(await lineAbout('mail domain')).toMatch(/^FAIL mail domain: agents\.example\.com is an identity .*already/);
  stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-service' }).resolves({
    StackResourceSummaries: [resource('AWS::SES::EmailIdentity', 'agents.example.com')],
  });
  expect(await lineAbout('mail domain')).toBe('OK   mail domain: agents.example.com belongs to aid-prod-service');
});

test('The preflight names the owner of a mail domain, and never advises to delete it', async () => {
  const identity = (tags: Record<string, string> = {}) =>
    ses.on(GetEmailIdentityCommand).resolves({ Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) });
  identity();
  expect(await lineAbout('mail domain')).toMatch(/ It belongs to no stack and has no tags\. Choose another AID_MAIL/);
  identity({ team: 'shop' });
  expect(await lineAbout('mail domain')).toMatch(/ It belongs to no stack; its tags are team=shop\. /);
  identity({ 'aid:stage': 'other' });
  expect(await lineAbout('mail domain')).toMatch(/ It is the mail domain of an organization of the stage other\. /);
  owned('agents.example.com', 'newsletter');
  const line = await lineAbout('mail domain');
  expect(line).toMatch(/^FAIL .* It belongs to the stack newsletter\. /);
  expect(line).not.toMatch(/delete/);
});

test('The preflight warns of another active set of receipt rules, and not of the own one', async () => {
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata: { Name: 'aid-dev-inbound' } });
  expect(await lineAbout('receipt rules')).toMatch(/^WARN receipt rules: aid-dev-inbound is active in eu-central-1/);
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata: { Name: 'aid-prod-inbound' } });
  expect(await lineAbout('receipt rules')).toBe('OK   receipt rules: aid-prod-inbound is active');
});

test('The preflight warns of the sandbox of SES and of paused sending', async () => {
  ses.on(GetAccountCommand).resolves({ SendingEnabled: true, SendQuota: { Max24HourSend: 200 } });
  expect(await lineAbout('sending')).toMatch(/^WARN .*sandbox .* at most 200 emails a day/);
  ses.on(GetAccountCommand).resolves({ SendingEnabled: false, EnforcementStatus: 'SHUTDOWN' });
  expect(await lineAbout('sending')).toMatch(/^WARN .*does not send .*SHUTDOWN/);
});

test('The preflight compares the rate of SES with the one that the stage is sized for', async () => {
  const sends = (mailsPerSecond: number) =>
    ses.on(GetAccountCommand).resolves({
      SendingEnabled: true,
      ProductionAccessEnabled: true,
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: mailsPerSecond },
    });
  sends(14);
  expect(await lineAbout('sending')).toBe('OK   sending: SES sends 14 emails per second, and 50000 a day');
  sends(90.5);
  expect(await lineAbout('sending')).toBe(
    'WARN sending: SES sends 90.5 emails per second, and 50000 a day, ' +
      'and the stage is sized for 14 a second: set AID_SES_RATE=90',
  );
  expect(await lineAbout('sending', { AID_SES_RATE: '90' })).toMatch(/^OK /);
});
