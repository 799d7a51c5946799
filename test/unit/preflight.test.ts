import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, GetTemplateCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import type { Account } from '../../scripts/preflight/account.ts';
import { lineOf } from '../../scripts/preflight/finding.ts';
import { preflight } from '../../scripts/preflight/preflight.ts';
import { LAYOUT } from '../../shared/domain/layout.ts';
import { createDocumentClient } from '../../shared/runtime/document-client.ts';

const lambda = mockClient(LambdaClient);
const ssm = mockClient(SSMClient);
const ses = mockClient(SESv2Client);
const receiving = mockClient(SESClient);
const stacks = mockClient(CloudFormationClient);
const certificates = mockClient(ACMClient);
const rows = mockClient(DynamoDBDocumentClient);
const MOCKS = [lambda, ssm, ses, receiving, stacks, certificates, rows];

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
    certificates: new ACMClient(options),
    rows: createDocumentClient(options),
    hasAddress: async (host) => hosts.has(host),
  };
}

const API_CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/aaaa-1111';
const TUNNEL_CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/bbbb-2222';

const DOMAINS = {
  AID_API_DOMAIN: 'api.example.com',
  AID_API_CERTIFICATE: API_CERTIFICATE,
  AID_TUNNEL_DOMAIN: 't.example.net',
  AID_TUNNEL_CERTIFICATE: TUNNEL_CERTIFICATE,
};

/** An issued certificate for these names, as ACM describes it. */
function issued(name: string, ...others: readonly string[]) {
  return { Certificate: { Status: 'ISSUED' as const, DomainName: name, SubjectAlternativeNames: [name, ...others] } };
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
  for (const mock of MOCKS) mock.restore();
});

/** An account in which everything is ready. */
beforeEach(() => {
  for (const mock of MOCKS) mock.reset();
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
  stacks.on(GetTemplateCommand).rejects(named('ValidationError'));
});

describe('the preflight', () => {
  test('The preflight finds nothing in an account that is ready', async () => {
    const config = readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', AID_ACCOUNT_CONCURRENCY: '1000' });
    const findings = await preflight(account(), config);
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings).toHaveLength(8);
  });

  test('The preflight fails where the CDK has not been set up, or long ago', async () => {
    ssm.on(GetParameterCommand).rejects(named('ParameterNotFound'));
    expect(await lineAbout('bootstrap')).toMatch(/^FAIL .*npx cdk bootstrap aws:\/\/<account>\/eu-central-1$/);
    ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } });
    expect(await lineAbout('bootstrap')).toMatch(/^FAIL .*version 5 is older than 6/);
  });

  /** The stage is deployed with a table, and with a release of these layouts. */
  function deployed(layouts?: { reads: readonly number[]; writes: number }): void {
    stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-data' }).resolves({
      StackResourceSummaries: [
        {
          LogicalResourceId: 'Table',
          ResourceType: 'AWS::DynamoDB::Table',
          PhysicalResourceId: 'rows-of-prod',
          ResourceStatus: 'CREATE_COMPLETE',
          LastUpdatedTimestamp: new Date(0),
        },
      ],
    });
    const guard = layouts && {
      Type: 'Custom::AidLayout',
      Properties: { Reads: layouts.reads.map(String), Writes: String(layouts.writes) },
    };
    const other = { Type: 'AWS::SQS::Queue' };
    stacks
      .on(GetTemplateCommand)
      .resolves({ TemplateBody: JSON.stringify({ Resources: { other, ...(guard && { guard }) } }) });
  }

  test('The preflight accepts a new stage, an empty table, and a table of a layout that the release reads', async () => {
    expect(await lineAbout('layout')).toMatch(/^OK .*the stage is new/);
    deployed(LAYOUT);
    rows.on(GetCommand).resolves({});
    rows.on(ScanCommand).resolves({ Count: 0 });
    expect(await lineAbout('layout')).toMatch(/^OK .*table rows-of-prod is empty/);
    rows.on(GetCommand).resolves({ Item: { oldest: LAYOUT.writes, newest: LAYOUT.writes, writes: LAYOUT.writes } });
    expect(await lineAbout('layout')).toMatch(/^OK .*table rows-of-prod has layout \d+$/);
  });

  test('The preflight fails for rows without a layout or with another, in a restored table too, and names the way out', async () => {
    deployed(LAYOUT);
    rows.on(GetCommand).resolves({});
    rows.on(ScanCommand).resolves({ Count: 1 });
    expect(await lineAbout('layout')).toMatch(/^FAIL .*rows-of-prod has rows but no layout: .*another AID_STAGE/);
    const stream = 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/2026-11-22T00:00:00.000';
    expect(await lineAbout('layout', { AID_RESTORED_TABLE: stream })).toMatch(/^FAIL .*table restored has rows but no/);
    const old = LAYOUT.writes - 1;
    rows.on(GetCommand).resolves({ Item: { oldest: old, newest: LAYOUT.writes, writes: LAYOUT.writes } });
    expect(await lineAbout('layout')).toMatch(/^FAIL .*has layouts \d+ to \d+, .*npm run ops -- migrate/);
  });

  test('The preflight fails where the deployed release cannot work on the same rows at the same time', async () => {
    deployed({ reads: [LAYOUT.writes - 2], writes: LAYOUT.writes - 2 });
    expect(await lineAbout('layout')).toMatch(
      /^FAIL .*the deployed release reads layout \d+ and writes \d+, and this one/,
    );
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

  test('The preflight accepts an issued certificate for each domain', async () => {
    expect(await lineAbout('certificates')).toMatch(/^OK {3}certificates: none is needed/);
    certificates.on(DescribeCertificateCommand, { CertificateArn: API_CERTIFICATE }).resolves(issued('*.example.com'));
    certificates
      .on(DescribeCertificateCommand, { CertificateArn: TUNNEL_CERTIFICATE })
      .resolves(issued('example.net', '*.T.example.net'));
    expect(await lineAbout('certificates', DOMAINS)).toBe(
      'OK   certificates: issued for api.example.com, *.t.example.net',
    );
  });

  test('The preflight fails when API Gateway could not use a certificate', async () => {
    const answers = certificates.on(DescribeCertificateCommand);
    answers.resolves(issued('example.com', '*.deep.api.example.com', 't.example.net'));
    expect(await lineAbout('certificates', DOMAINS)).toBe(
      'FAIL certificates: ' +
        'AID_API_CERTIFICATE: the certificate is for example.com, *.deep.api.example.com, t.example.net; ' +
        'ask for one for api.example.com; ' +
        'AID_TUNNEL_CERTIFICATE: the certificate is for example.com, *.deep.api.example.com, t.example.net; ' +
        'ask for one for *.t.example.net',
    );
    answers.resolves({ Certificate: { Status: 'PENDING_VALIDATION', DomainName: 'api.example.com' } });
    expect(await lineAbout('certificates', DOMAINS)).toMatch(/^FAIL .*AID_API_CERTIFICATE: .*not issued yet/);
    answers.resolves({ Certificate: { Status: 'EXPIRED', DomainName: 'api.example.com' } });
    expect(await lineAbout('certificates', DOMAINS)).toMatch(/^FAIL .*the certificate is EXPIRED/);
    answers.rejects(named('ResourceNotFoundException'));
    expect(await lineAbout('certificates', DOMAINS)).toMatch(/^FAIL .*no such certificate in eu-central-1/);
    const elsewhere = API_CERTIFICATE.replace('eu-central-1', 'us-east-1');
    expect(await lineAbout('certificates', { ...DOMAINS, AID_API_CERTIFICATE: elsewhere })).toMatch(
      /^FAIL .*AID_API_CERTIFICATE: the certificate is in us-east-1; ask for one in eu-central-1/,
    );
  });

  test('The preflight reports a check that it may not make, and makes the others', async () => {
    lambda.on(GetAccountSettingsCommand).rejects(named('AccessDeniedException', 'not authorized'));
    expect(await lineAbout('concurrency')).toBe('WARN concurrency: not checked: AccessDeniedException: not authorized');
    expect(await lineAbout('bootstrap')).toMatch(/^OK /);
  });

  test('The preflight only reads', async () => {
    await lineAbout('bootstrap', DOMAINS);
    const calls = MOCKS.flatMap((mock) => mock.calls());
    expect(calls.length).toBeGreaterThan(5);
    for (const { firstArg } of calls) expect(firstArg.constructor.name).toMatch(/^(?:Get|List|Describe)/);
  });
});
