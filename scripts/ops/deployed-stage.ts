import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { dataStackNameOf, serviceNameOf, serviceStackNameOf } from '../../lib/settings.ts';
import type { Table } from '../../shared/data/table-client.ts';
import { createDocumentClient } from '../../shared/runtime/document-client.ts';
import { createStageKeyService, type StageKeyService } from '../../shared/runtime/stage-keyring.ts';
import { openRelay, variableOf } from '../relay/relay-function.ts';
import { OpsError } from './ops-error.ts';

/** A deployed stage, as its stack describes it. */
export interface DeployedStage {
  readonly name: string;
  /** The addresses of all queues of the stage. */
  readonly queueUrls: readonly string[];
  /** The names of all log groups of the stage. */
  readonly logGroups: readonly string[];
  readonly sqs: SQSClient;
  readonly logs: CloudWatchLogsClient;
  readonly ses: SESv2Client;
  /** The table in use, which may be a restored one. */
  readonly table: () => Promise<Table>;
  /** KMS, with the key that wraps the data keys of the stage. */
  readonly keyService: () => Promise<StageKeyService>;
}

/** Reads from CloudFormation what a stage consists of. Throws if the stage is not deployed in the region. */
export async function openStage(name: string): Promise<DeployedStage> {
  const service = await resourcesOf(name, serviceStackNameOf({ stage: name }));
  const data = await resourcesOf(name, dataStackNameOf({ stage: name }));
  const idsOf = (type: string) => [...service, ...data].filter((one) => one.type === type).map(({ id }) => id);
  return {
    name,
    queueUrls: idsOf('AWS::SQS::Queue'),
    logGroups: idsOf('AWS::Logs::LogGroup'),
    sqs: new SQSClient(),
    logs: new CloudWatchLogsClient(),
    ses: new SESv2Client(),
    table: async () => {
      const { tableName } = await openRelay(serviceNameOf({ stage: name }, 'worker-relay'));
      return { client: createDocumentClient({}), name: tableName };
    },
    keyService: async () => {
      // Any function that uses the keyring has the variable.
      const functionName = serviceNameOf({ stage: name }, 'worker-deliver-webhook');
      const keyId = await variableOf(new LambdaClient(), functionName, 'KEY_ID');
      return createStageKeyService(new KMSClient(), () => keyId);
    },
  };
}

async function resourcesOf(stage: string, StackName: string): Promise<{ type: string; id: string }[]> {
  const client = new CloudFormationClient();
  const resources: { type: string; id: string }[] = [];
  try {
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      for (const { ResourceType, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
        if (ResourceType !== undefined && PhysicalResourceId !== undefined)
          resources.push({ type: ResourceType, id: PhysicalResourceId });
      }
    }
  } catch (error) {
    if ((error as Error).name !== 'ValidationError') throw error;
    throw new OpsError(
      `no stage ${stage} is deployed in ${await client.config.region()}: it has no stack ${StackName}`,
    );
  }
  return resources;
}
