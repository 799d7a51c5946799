import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Account } from '#scripts/preflight/account.ts';
import { lineOf } from '#scripts/preflight/finding.ts';
import { guard, preflight } from '#scripts/preflight/preflight.ts';
import { LAYOUT } from '#shared/domain/layout.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';

const lambda = mockClient(LambdaClient);
const ssm = mockClient(SSMClient);
const ses = mockClient(SESv2Client);
const receiving = mockClient(SESClient);
const stacks = mockClient(CloudFormationClient);
const certificates = mockClient(ACMClient);
const rows = mockClient(DynamoDBDocumentClient);
const tables = mockClient(DynamoDBClient);
const gateway = mockClient(APIGatewayClient);
const MOCKS = [lambda, ssm, ses, receiving, stacks, certificates, rows, tables, gateway];

/** The host names that have an address. */
let hosts: Set<string>;

/** Creates an account with mocked clients, which return what the test prepared. */
function account(): Account {
  const options = { region: 'eu-central-1' };
  return {
    id: '111122223333',
    partition: 'aws',
    region: 'eu-central-1',
    lambda: new LambdaClient(options),
    ssm: new SSMClient(options),
    ses: new SESv2Client(options),
    receiving: new SESClient(options),
    stacks: new CloudFormationClient(options),
    certificates: new ACMClient(options),
    rows: createDocumentClient(options),
    tables: new DynamoDBClient(options),
    gateway: new APIGatewayClient(options),
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
async function lineAbout(
  subject: string,
  environment: Record<string, string> = {},
  maySwitchTable = false,
): Promise<string | undefined> {
  const config = readConfig({ AID_STAGE: 'prod', AID_MAIL_DOMAIN: 'agents.example.com', ...environment });
  return (await preflight(account(), config, { maySwitchTable }))
    .map(lineOf)
    .find((line) => line.slice(5).startsWith(`${subject}:`));
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
  stacks.on(DescribeStacksCommand).rejects(named('ValidationError'));
  stacks.on(DescribeStackResourcesCommand).rejects(named('ValidationError'));
  tables.on(DescribeTableCommand).rejects(named('ResourceNotFoundException'));
  gateway.on(GetGatewayAccountCommand).resolves({});
});

const resource = (ResourceType: string, PhysicalResourceId: string, LogicalResourceId = 'One') => ({
  LogicalResourceId,
  ResourceType,
  PhysicalResourceId,
  LastUpdatedTimestamp: new Date(0),
  ResourceStatus: 'CREATE_COMPLETE' as const,
});

/** Lets a resource belong to a stack. */
const owned = (PhysicalResourceId: string, StackName: string) =>
  stacks.on(DescribeStackResourcesCommand, { PhysicalResourceId }).resolves({
    StackResources: [{ ...resource('Any', PhysicalResourceId), StackName, Timestamp: new Date(0) }],
  });

describe('the preflight', () => {
  test('The preflight finds nothing in an account that is ready', async () => {
    const config = readConfig({
      AID_MAIL_DOMAIN: 'agents.example.com',
      AID_ACCOUNT_CONCURRENCY: '1000',
      AID_ALARM_EMAIL: 'night@example.com',
    });
    const findings = await preflight(account(), config, { maySwitchTable: false });
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings).toHaveLength(11);
  });

  test('The preflight fails where the CDK has not been set up, or long ago', async () => {
    ssm.on(GetParameterCommand).rejects(named('ParameterNotFound'));
    expect(await lineAbout('bootstrap')).toMatch(/^FAIL .*npx cdk bootstrap aws:\/\/111122223333\/eu-central-1$/);
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

  test('The preflight says that alarms reach no one without an address', async () => {
    expect(await lineAbout('alarms')).toBe('WARN alarms: they reach no one; set AID_ALARM_EMAIL');
    expect(await lineAbout('alarms', { AID_ALARM_EMAIL: 'night@example.com' })).toMatch(/^OK .*night@example\.com/);
  });

  test('The preflight compares the configured quota of Lambda with that of the account', async () => {
    expect(await lineAbout('concurrency', { AID_ACCOUNT_CONCURRENCY: '3000' })).toMatch(
      /^WARN concurrency: AID_ACCOUNT_CONCURRENCY is 3000, and the quota of the account is 1000, .* set it to 1000/,
    );
    expect(await lineAbout('concurrency', { AID_ACCOUNT_CONCURRENCY: '500' })).toMatch(
      /^OK .*counts on 500 of the quota/,
    );
    expect(await lineAbout('concurrency', { AID_ACCOUNT_CONCURRENCY: '1000' })).toMatch(/^OK .* stay unreserved$/);
  });

  test('The preflight notices that the role for the logs of APIs was removed after a deployment', async () => {
    expect(await lineAbout('api logs')).toBe(
      'OK   api logs: API Gateway has no role for them in eu-central-1; the deployment sets one',
    );
    stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-service' }).resolves({
      StackResourceSummaries: [resource('AWS::IAM::Role', 'aid-prod-logs-role', 'HttpApiCloudWatchRole0AF24C79')],
    });
    expect(await lineAbout('api logs')).toMatch(
      /^WARN .*path=\/cloudwatchRoleArn,value=arn:aws:iam::111122223333:role\/aid-prod-logs-role --region eu-central-1$/,
    );
    gateway.on(GetGatewayAccountCommand).resolves({ cloudwatchRoleArn: 'arn:aws:iam::111122223333:role/logs' });
    expect(await lineAbout('api logs')).toBe(
      'OK   api logs: API Gateway writes them by arn:aws:iam::111122223333:role/logs',
    );
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
    expect(await lineAbout('concurrency')).toBe(
      'WARN concurrency: not checked: the credentials lack a permission: not authorized',
    );
    expect(await lineAbout('bootstrap')).toMatch(/^OK /);
  });

  test.each([
    ['ExpiredTokenException', 'no valid credentials of the account are in the environment: gone'],
    ['TimeoutError', 'AWS cannot be reached: gone'],
    ['InternalServerError', 'InternalServerError: gone'],
  ])('The preflight fails, and does not only warn, when a check ends with %s', async (name, text) => {
    lambda.on(GetAccountSettingsCommand).rejects(named(name, 'gone'));
    expect(await lineAbout('concurrency')).toBe(`FAIL concurrency: not checked: ${text}`);
  });

  test('The preflight only reads', async () => {
    await lineAbout('bootstrap', DOMAINS);
    const calls = MOCKS.flatMap((mock) => mock.calls());
    expect(calls.length).toBeGreaterThan(5);
    for (const { firstArg } of calls) expect(firstArg.constructor.name).toMatch(/^(?:Get|List|Describe)/);
  });
});

describe('the check of the table', () => {
  const OWN = 'aid-prod-data-DataTable-1';
  const OWN_KEY = 'arn:aws:kms:eu-central-1:111122223333:key/own';
  const stream = (name: string, label = '2026-11-22T07:00:00.000') =>
    `arn:aws:dynamodb:eu-central-1:111122223333:table/${name}/stream/${label}`;
  const RESTORED = stream('aid-prod-restored');

  const table = (TableName: string, more: TableDescription = {}) =>
    tables.on(DescribeTableCommand, { TableName }).resolves({
      Table: {
        TableName,
        TableStatus: 'ACTIVE',
        LatestStreamArn: stream(TableName),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
        SSEDescription: { KMSMasterKeyArn: OWN_KEY },
        ...more,
      },
    });

  /** Lets a stack be deployed with this restored table, or with the own one. */
  const deployed = (
    StackName: string,
    restored?: string,
    StackStatus: 'UPDATE_COMPLETE' | 'ROLLBACK_COMPLETE' = 'UPDATE_COMPLETE',
  ) =>
    stacks.on(DescribeStacksCommand, { StackName }).resolves({
      Stacks: [
        {
          StackName,
          CreationTime: new Date(0),
          StackStatus,
          Outputs: restored === undefined ? [] : [{ OutputKey: 'RestoredTable', OutputValue: restored }],
        },
      ],
    });

  beforeEach(() => {
    stacks
      .on(ListStackResourcesCommand, { StackName: 'aid-prod-data' })
      .resolves({ StackResourceSummaries: [resource('AWS::DynamoDB::Table', OWN)] });
    table(OWN);
    table('aid-prod-restored');
    deployed('aid-prod-data');
    deployed('aid-prod-service');
  });

  test('A deployment without the setting of a deployed restored table is refused, and the setting is named', async () => {
    deployed('aid-prod-service', RESTORED);
    expect(await lineAbout('table')).toBe(
      `FAIL table: the stage uses aid-prod-restored, and the deployment switches it to ${OWN}, which has nothing of what ` +
        `was written to the other since the restore; to keep aid-prod-restored, set AID_RESTORED_TABLE=${RESTORED}; ` +
        'to switch, run: npm run deploy -- --switch-table',
    );
    expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED })).toBe(
      'OK   table: the stage uses aid-prod-restored',
    );
    expect(await lineAbout('table', {}, true)).toBe(
      `WARN table: the stage uses aid-prod-restored, and the deployment switches it to ${OWN}`,
    );
  });

  test('A deployment that switches to a restored table is refused without the flag, too', async () => {
    const line = await lineAbout('table', { AID_RESTORED_TABLE: RESTORED });
    expect(line).toMatch(/^FAIL .*to keep aid-prod-data-DataTable-1, leave AID_RESTORED_TABLE out; .*--switch-table$/);
    expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED }, true)).toMatch(
      /^WARN .*switches it to aid-prod-r/,
    );
  });

  test('A stage that was taken down, or failed at its first deployment again, is compared with what its data stack recorded', async () => {
    deployed('aid-prod-data', RESTORED);
    stacks.on(DescribeStacksCommand, { StackName: 'aid-prod-service' }).rejects(named('ValidationError'));
    expect(await lineAbout('table')).toMatch(/^FAIL table: the stage uses aid-prod-restored/);
    deployed('aid-prod-service', undefined, 'ROLLBACK_COMPLETE');
    expect(await lineAbout('table')).toMatch(/^FAIL table: the stage uses aid-prod-restored/);
    expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED })).toMatch(/^OK /);
  });

  test('A first deployment creates a table, and cannot begin with a restored one', async () => {
    stacks.on(ListStackResourcesCommand).rejects(named('ValidationError'));
    stacks.on(DescribeStacksCommand).rejects(named('ValidationError'));
    expect(await lineAbout('table')).toBe('OK   table: the deployment creates one');
    expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED })).toMatch(
      /^FAIL .*deploy it without, and restore/,
    );
  });

  test.each<[string, string, TableDescription, RegExp]>([
    ['does not exist', stream('none'), {}, /there is no table none in eu-central-1$/],
    [
      'is in another region',
      RESTORED.replace('eu-central-1', 'us-east-1'),
      {},
      /the stream is in us-east-1 of the account/,
    ],
    ['is in another account', RESTORED.replace('111122223333', '444455556666'), {}, /of the account 444455556666, and/],
    [
      'is an older one of the table',
      stream('aid-prod-restored', 'old'),
      {},
      /has the stream arn:.*, and not arn:.*old$/,
    ],
    ['is off', RESTORED, { StreamSpecification: { StreamEnabled: false } }, /aid-prod-restored has no stream, and not/],
    [
      'carries old images',
      RESTORED,
      { StreamSpecification: { StreamEnabled: true, StreamViewType: 'OLD_IMAGE' } },
      /has OLD_IMAGE, and the relay needs NEW_IMAGE$/,
    ],
    ['is of a table that is being restored', RESTORED, { TableStatus: 'CREATING' }, /is CREATING; wait until/],
    [
      'is of a table with another key',
      RESTORED,
      { SSEDescription: { KMSMasterKeyArn: OWN_KEY.replace('own', 'other') } },
      /is encrypted with .*key\/other, and this stage uses .*key\/own: it is the table of another stage/,
    ],
  ])('A stream that %s is refused, with the flag too', async (_, restored, more, expected) => {
    table('aid-prod-restored', more);
    const line = await lineAbout('table', { AID_RESTORED_TABLE: restored }, true);
    expect(line).toMatch(/^FAIL table: AID_RESTORED_TABLE: /);
    expect(line).toMatch(expected);
  });

  test('The table of another stage is refused by the name of its stack', async () => {
    table('aid-dev-data-DataTable-2');
    owned('aid-dev-data-DataTable-2', 'aid-dev-data');
    expect(await lineAbout('table', { AID_RESTORED_TABLE: stream('aid-dev-data-DataTable-2') }, true)).toMatch(
      /^FAIL .*aid-dev-data-DataTable-2 belongs to aid-dev-data, which is another stage$/,
    );
  });

  test('A deployment without its preflight makes this check all the same, and fails where it may not', async () => {
    const config = readConfig({ AID_STAGE: 'prod', AID_MAIL_DOMAIN: 'agents.example.com' });
    deployed('aid-prod-service', RESTORED);
    const lines = async () => (await guard(account(), config, { maySwitchTable: false })).map(lineOf);
    expect(await lines()).toContainEqual(expect.stringMatching(/^FAIL table: the stage uses aid-prod-restored/));
    stacks.on(DescribeStacksCommand).rejects(named('AccessDenied', 'not authorized'));
    expect(await lines()).toContainEqual('FAIL table: not checked: the credentials lack a permission: not authorized');
  });
});
