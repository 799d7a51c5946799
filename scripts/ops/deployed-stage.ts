import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { logPrefixOf, serviceNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { VARIABLES } from '#shared/contract/environment.ts';
import type { SigningKeyCustody } from '#shared/contract/kms-signing-key.ts';
import type { Table } from '#shared/data/table-client.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import { createSigningKeyService, type SigningKeyService } from '#shared/runtime/signing-key-service.ts';
import { createStageKeyService, type StageKeyService } from '#shared/runtime/stage-keyring.ts';
import { openRelay, optionalVariableOf, variableOf } from '../relay/relay-function.ts';
import { resourcesOf } from '../stage/stacks.ts';
import { OpsError } from './ops-error.ts';

/** A deployed stage, as its stack describes it. */
export interface DeployedStage {
  readonly name: string;
  /** The addresses of all queues of the stage. */
  readonly queueUrls: readonly string[];
  /** The names of the buckets that are deleted with the stack of the service. */
  readonly buckets: readonly string[];
  /** The names of all log groups of the stage: those of its stacks, and those that outlive them. */
  readonly logGroups: () => Promise<readonly string[]>;
  readonly sqs: SQSClient;
  readonly logs: CloudWatchLogsClient;
  readonly ses: SESv2Client;
  /** The table in use, which may be a restored one. */
  readonly table: () => Promise<Table>;
  /** KMS, with the key that wraps the data keys of the stage. */
  readonly keyService: () => Promise<StageKeyService>;
  /** The same, for the keys that sign tokens. */
  readonly signingKeyService: () => Promise<SigningKeyService>;
  /** Where new signing keys are; absent if they are wrapped in the table. */
  readonly signingKeyCustody: () => Promise<SigningKeyCustody | undefined>;
}

/** Reads from CloudFormation what a stage consists of. Throws if the stage is not deployed in the region. */
export async function openStage(name: string): Promise<DeployedStage> {
  const stacks = new CloudFormationClient();
  const stack = serviceStackNameOf({ stage: name });
  const service = await resourcesOf(stacks, stack);
  if (service === undefined) {
    throw new OpsError(`no stage ${name} is deployed in ${await stacks.config.region()}: it has no stack ${stack}`);
  }
  const idsOf = (type: string) => service.filter((one) => one.type === type).map(({ id }) => id);
  const logs = new CloudWatchLogsClient();
  return {
    name,
    queueUrls: idsOf('AWS::SQS::Queue'),
    buckets: idsOf('AWS::S3::Bucket'),
    logGroups: async () => {
      const names = idsOf('AWS::Logs::LogGroup');
      const search = { logGroupNamePrefix: logPrefixOf({ stage: name }) };
      for await (const { logGroups = [] } of paginateDescribeLogGroups({ client: logs }, search)) {
        names.push(...logGroups.map(({ logGroupName = '' }) => logGroupName));
      }
      return names;
    },
    sqs: new SQSClient(),
    logs,
    ses: new SESv2Client(),
    table: async () => {
      const { tableName } = await openRelay(serviceNameOf({ stage: name }, 'worker-relay'));
      return { client: createDocumentClient({}), name: tableName };
    },
    keyService: async () => {
      const keyId = await applicationKeyOf(name);
      return createStageKeyService(new KMSClient(), () => keyId);
    },
    signingKeyService: async () => {
      const keyId = await applicationKeyOf(name);
      return createSigningKeyService(new KMSClient(), () => keyId);
    },
    signingKeyCustody: async () => {
      const sweep = serviceNameOf({ stage: name }, 'worker-sweep');
      return VARIABLES.SIGNING_KEYS.parse(await optionalVariableOf(new LambdaClient(), sweep, 'SIGNING_KEYS'));
    },
  };
}

/** The key under which data keys and signing keys are wrapped. Any function that uses the keyring has the variable. */
function applicationKeyOf(stage: string): Promise<string> {
  return variableOf(new LambdaClient(), serviceNameOf({ stage }, 'worker-delivery'), 'KEY_ID');
}
