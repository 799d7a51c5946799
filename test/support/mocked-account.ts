import { ACMClient } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Account } from '#scripts/preflight/account.ts';
import { lineOf } from '#scripts/preflight/finding.ts';
import { preflight } from '#scripts/preflight/preflight.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';

/** An error of AWS. */
export const named = (name: string, message = name) => Object.assign(new Error(message), { name });

/** A resource of a stack, as CloudFormation lists it. */
export const resource = (ResourceType: string, PhysicalResourceId: string, LogicalResourceId = 'One') => ({
  LogicalResourceId,
  ResourceType,
  PhysicalResourceId,
  LastUpdatedTimestamp: new Date(0),
  ResourceStatus: 'CREATE_COMPLETE' as const,
});

/**
 * An account with mocked clients, for the tests of a file. Each test begins with one in which everything is ready, and
 * changes what its clients return.
 */
export function useMockedAccount() {
  const lambda = mockClient(LambdaClient);
  const ssm = mockClient(SSMClient);
  const ses = mockClient(SESv2Client);
  const receiving = mockClient(SESClient);
  const stacks = mockClient(CloudFormationClient);
  const certificates = mockClient(ACMClient);
  const rows = mockClient(DynamoDBDocumentClient);
  const tables = mockClient(DynamoDBClient);
  const gateway = mockClient(APIGatewayClient);
  const topics = mockClient(SNSClient);
  const mocks = [lambda, ssm, ses, receiving, stacks, certificates, rows, tables, gateway, topics];

  /** The host names that have an address. */
  const hosts = new Set<string>();

  /** What DNS has, by type and name; `null` where it does not respond. */
  const dns = new Map<string, readonly string[] | null>();

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
      topics: new SNSClient(options),
      hasAddress: async (host) => hosts.has(host),
      lookUp: async (type, name) => {
        const values = dns.get(`${type} ${name}`);
        if (values === undefined) return { kind: 'absent' };
        return values === null ? { kind: 'unknown' } : { kind: 'found', values: [...values] };
      },
    };
  }

  /** The preflight's finding about a subject in the stage prod, as the operator reads it. */
  async function lineAbout(
    subject: string,
    environment: Record<string, string> = {},
    maySwitchTable = false,
    qualifier?: string,
  ): Promise<string | undefined> {
    const config = readConfig({ AID_STAGE: 'prod', AID_MAIL_DOMAIN: 'agents.example.com', ...environment });
    return (await preflight(account(), config, { maySwitchTable, qualifier }))
      .map(lineOf)
      .find((line) => line.slice(5).startsWith(`${subject}:`));
  }

  function quota(concurrent: number, unreserved = concurrent): void {
    lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: concurrent, UnreservedConcurrentExecutions: unreserved },
    });
  }

  /** Lets a resource belong to a stack. */
  const owned = (PhysicalResourceId: string, StackName: string) =>
    stacks.on(DescribeStackResourcesCommand, { PhysicalResourceId }).resolves({
      StackResources: [{ ...resource('Any', PhysicalResourceId), StackName, Timestamp: new Date(0) }],
    });

  beforeEach(() => {
    for (const mock of mocks) mock.reset();
    hosts.clear();
    dns.clear();
    dns.set('MX agents.example.com', ['inbound-smtp.eu-central-1.amazonaws.com']);
    dns.set('MX mail-from.agents.example.com', ['feedback-smtp.eu-central-1.amazonses.com']);
    dns.set('TXT mail-from.agents.example.com', ['v=spf1 include:amazonses.com ~all']);
    dns.set('TXT _dmarc.agents.example.com', ['v=DMARC1; p=none']);
    for (const kind of ['email', 'inbound-smtp']) hosts.add(`${kind}.eu-central-1.amazonaws.com`);
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
    topics.on(GetTopicAttributesCommand).rejects(named('NotFoundException'));
  });

  afterAll(() => {
    for (const mock of mocks) mock.restore();
  });

  const clients = { lambda, ssm, ses, receiving, stacks, certificates, rows, tables, gateway, topics };
  return { ...clients, mocks, hosts, dns, account, lineAbout, quota, owned };
}
