import { resolve4 } from 'node:dns/promises';
import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SESClient } from '@aws-sdk/client-ses';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../shared/runtime/document-client.ts';

/** The account and region that a stage will be deployed to. Every call of the checks only reads. */
export interface Account {
  readonly region: string;
  readonly lambda: LambdaClient;
  readonly ssm: SSMClient;
  readonly ses: SESv2Client;
  /** The first version of the API, which alone has receipt rules. */
  readonly receiving: SESClient;
  readonly stacks: CloudFormationClient;
  readonly certificates: ACMClient;
  readonly rows: DynamoDBDocumentClient;
  /** Whether a host name has an address. */
  readonly hasAddress: (host: string) => Promise<boolean>;
}

/** The account of the credentials in the environment. */
export async function openAccount(): Promise<Account> {
  const ssm = new SSMClient();
  const region = await ssm.config.region();
  const options = { region };
  return {
    region,
    ssm,
    lambda: new LambdaClient(options),
    ses: new SESv2Client(options),
    receiving: new SESClient(options),
    stacks: new CloudFormationClient(options),
    certificates: new ACMClient(options),
    rows: createDocumentClient(options),
    hasAddress,
  };
}

/** A resolver that cannot be reached says nothing about the host, so its error is thrown. */
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
