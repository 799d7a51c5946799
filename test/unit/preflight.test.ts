import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import type { Account } from '../../scripts/preflight/account.ts';
import { lineOf } from '../../scripts/preflight/finding.ts';
import { preflight } from '../../scripts/preflight/preflight.ts';

const lambda = mockClient(LambdaClient);
const ssm = mockClient(SSMClient);
const ses = mockClient(SESv2Client);
const receiving = mockClient(SESClient);
const stacks = mockClient(CloudFormationClient);

/** The host names that have an address. */
let hosts: Set<string>;

/** Creates an account with mocked clients, which return what the test prepared. */
function account(): Account {
  const options = { region: 'eu-central-1' };
  return {
    region: 'eu-central-1',
    lambda: new LambdaClient(options),
    ssm: new SSMClient(options),
    ses: new SESv2Client(options),
    receiving: new SESClient(options),
    stacks: new CloudFormationClient(options),
    hasAddress: async (host) => hosts.has(host),
  };
}

const named = (name: string, message = name) => Object.assign(new Error(message), { name });

/** The finding of a subject, as the operator reads it. */
async function lineAbout(subject: string, environment: Record<string, string> = {}): Promise<string | undefined> {
  const config = readConfig({ AID_STAGE: 'prod', AID_MAIL_DOMAIN: 'agents.example.com', ...environment });
  return (await preflight(account(), config)).map(lineOf).find((line) => line.slice(5).startsWith(`${subject}:`));
}

function quota(concurrent: number, unreserved = concurrent): void {
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions: concurrent, UnreservedConcurrentExecutions: unreserved },
  });
}

afterAll(() => {
  for (const mock of [lambda, ssm, ses, receiving, stacks]) mock.restore();
});

/** An account in which everything is ready. */
beforeEach(() => {
  for (const mock of [lambda, ssm, ses, receiving, stacks]) mock.reset();
  hosts = new Set(['email.eu-central-1.amazonaws.com', 'inbound-smtp.eu-central-1.amazonaws.com']);
  quota(1000);
  lambda.on(GetFunctionConcurrencyCommand).rejects(named('ResourceNotFoundException'));
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '29' } });
  ses.on(GetEmailIdentityCommand).rejects(named('NotFoundException'));
  ses.on(GetAccountCommand).resolves({
    SendingEnabled: true,
    ProductionAccessEnabled: true,
    SendQuota: { MaxSendRate: 14, Max24HourSend: 50_000 },
  });
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({});
  stacks.on(ListStackResourcesCommand).rejects(named('ValidationError'));
});

describe('the preflight', () => {
  test('The preflight finds nothing in an account that is ready', async () => {
    const config = readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', AID_ACCOUNT_CONCURRENCY: '1000' });
    const findings = await preflight(account(), config);
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings).toHaveLength(6);
  });

  test('The preflight fails where the CDK has not been set up, or long ago', async () => {
    ssm.on(GetParameterCommand).rejects(named('ParameterNotFound'));
    expect(await lineAbout('bootstrap')).toMatch(/^FAIL .*npx cdk bootstrap aws:\/\/<account>\/eu-central-1$/);
    ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } });
    expect(await lineAbout('bootstrap')).toMatch(/^FAIL .*version 5 is older than 6/);
  });

  test('The preflight fails when a reservation leaves less than Lambda keeps unreserved', async () => {
    quota(50);
    expect(await lineAbout('concurrency', { AID_WAIT_CONCURRENCY: '100' })).toMatch(
      /^FAIL concurrency: the stage reserves 300, which leaves -250 of the quota of 50, .*AID_WAIT_CONCURRENCY=0/,
    );
    quota(1000, 350);
    expect(await lineAbout('concurrency', { AID_WAIT_CONCURRENCY: '100' })).toMatch(/^FAIL .*leaves 50 of the quota/);
  });

  test('The preflight does not count the reservations of an earlier deployment twice', async () => {
    quota(1000, 250);
    lambda.on(GetFunctionConcurrencyCommand).resolves({ ReservedConcurrentExecutions: 100 });
    expect(await lineAbout('concurrency', { AID_WAIT_CONCURRENCY: '100' })).toMatch(/^OK .* 250 stay unreserved/);
  });

  test.each([10, 50])('The preflight advises a higher quota at %i and lets the deployment go ahead', async (small) => {
    quota(small);
    expect(await lineAbout('concurrency')).toMatch(`WARN concurrency: only ${small} functions run at once`);
  });

  test('The preflight advises to reserve where the quota allows it', async () => {
    expect(await lineAbout('concurrency')).toMatch(/^WARN .*set AID_ACCOUNT_CONCURRENCY=1000$/);
  });

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
      StackResourceSummaries: [
        {
          LogicalResourceId: 'Domain',
          ResourceType: 'AWS::SES::EmailIdentity',
          PhysicalResourceId: 'agents.example.com',
          LastUpdatedTimestamp: new Date(0),
          ResourceStatus: 'CREATE_COMPLETE',
        },
      ],
    });
    expect(await lineAbout('mail domain')).toBe('OK   mail domain: agents.example.com belongs to aid-prod-service');
  });

  test('The preflight warns of another active set of receipt rules, and not of the own one', async () => {
    receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata: { Name: 'aid-dev-inbound' } });
    expect(await lineAbout('receipt rules')).toMatch(/^WARN receipt rules: aid-dev-inbound is active in eu-central-1/);
    receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata: { Name: 'aid-prod-inbound' } });
    expect(await lineAbout('receipt rules')).toBe('OK   receipt rules: aid-prod-inbound is active');
  });

  test('The preflight warns of the sandbox of SES and of paused sending', async () => {
    ses.on(GetAccountCommand).resolves({ SendingEnabled: true, SendQuota: { Max24HourSend: 200 } });
    expect(await lineAbout('sending')).toMatch(/^WARN .*sandbox .* at most 200 mails a day/);
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
    expect(await lineAbout('sending')).toBe('OK   sending: SES sends 14 mails a second, and 50000 a day');
    sends(90.5);
    expect(await lineAbout('sending')).toBe(
      'WARN sending: SES sends 90.5 mails a second, and 50000 a day, ' +
        'and the stage is sized for 14 a second: set AID_SES_RATE=90',
    );
    expect(await lineAbout('sending', { AID_SES_RATE: '90' })).toMatch(/^OK /);
  });

  test('The preflight reports a check that it may not make, and makes the others', async () => {
    lambda.on(GetAccountSettingsCommand).rejects(named('AccessDeniedException', 'not authorized'));
    expect(await lineAbout('concurrency')).toBe('WARN concurrency: not checked: AccessDeniedException: not authorized');
    expect(await lineAbout('bootstrap')).toMatch(/^OK /);
  });

  test('The preflight only reads', async () => {
    await lineAbout('bootstrap');
    const calls = [lambda, ssm, ses, receiving, stacks].flatMap((mock) => mock.calls());
    expect(calls.length).toBeGreaterThan(5);
    for (const { firstArg } of calls) expect(firstArg.constructor.name).toMatch(/^(?:Get|List|Describe)/);
  });
});
