import { resolve4 } from 'node:dns/promises';
import { ACMClient } from '@aws-sdk/client-acm';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SESClient } from '@aws-sdk/client-ses';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RecordType } from '#shared/domain/mail/dns-records.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import { type DnsResult, resolveDns } from '#shared/services/mail-domains/resolve-dns.ts';
import { explainAwsError } from '../ops/explain-aws-error.ts';

/** The account and region that a stage will be deployed to. Every call of the checks only reads. */
export interface Account {
  /** The number of the account. */
  readonly id: string;
  readonly partition: string;
  readonly region: string;
  readonly lambda: LambdaClient;
  readonly ssm: SSMClient;
  readonly ses: SESv2Client;
  /** The first version of the API, which alone has receipt rules. */
  readonly receiving: SESClient;
  readonly stacks: CloudFormationClient;
  readonly certificates: ACMClient;
  readonly rows: DynamoDBDocumentClient;
  readonly tables: DynamoDBClient;
  readonly gateway: APIGatewayClient;
  readonly topics: SNSClient;
  /** Whether a host name has an address. Throws if the resolver does not respond. */
  readonly hasAddress: (host: string) => Promise<boolean>;
  /** What DNS has for a name. Never throws. */
  readonly lookUp: (type: RecordType, name: string) => Promise<DnsResult>;
}

/** Without them a command waits for minutes where AWS cannot be reached. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true } as const;

/** The account of the credentials in the environment. Throws if there are none, or if AWS cannot be reached. */
export async function openAccount(): Promise<Account> {
  const sts = new STSClient({ requestHandler: TIMEOUTS });
  try {
    const region = await sts.config.region();
    const { Account: id = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
    const options = { region, requestHandler: TIMEOUTS };
    return {
      id,
      partition: Arn.split(':')[1] ?? 'aws',
      region,
      ssm: new SSMClient(options),
      lambda: new LambdaClient(options),
      ses: new SESv2Client(options),
      receiving: new SESClient(options),
      stacks: new CloudFormationClient(options),
      certificates: new ACMClient(options),
      rows: createDocumentClient(options),
      tables: new DynamoDBClient(options),
      gateway: new APIGatewayClient(options),
      topics: new SNSClient(options),
      hasAddress,
      lookUp: resolveDns,
    };
  } catch (error) {
    throw new Error(`nothing was checked: ${explainAwsError(error)}`);
  }
}

async function hasAddress(host: string): Promise<boolean> {
  try {
    return (await resolve4(host)).length > 0;
  } catch (error) {
    if (isCoded(error, 'ENOTFOUND', 'ENODATA')) return false;
    throw error;
  }
}

function isCoded(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(String((error as NodeJS.ErrnoException).code));
}
