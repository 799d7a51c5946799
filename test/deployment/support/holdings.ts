import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { resourcesOf } from '#scripts/stage/stacks.ts';
import { readRecord } from '#scripts/stateful/record.ts';
import type { Account } from './engine.ts';
import { STAGE } from './stage.ts';

/** What a deployed stage holds. */
interface Holdings {
  /** The physical ids of the stateful resources, by stack and logical id. */
  readonly resources: Readonly<Record<string, string>>;
  /** When each log was created, and for how many days it is kept. */
  readonly logs: Readonly<Record<string, { readonly created: number; readonly days: number | undefined }>>;
}

/**
 * The addresses of the APIs are left out, because the engine, unlike AWS, gives them another one with each update.
 */
const WITH_ADDRESSES = /^AWS::ApiGateway/;

/** Reads what the stage of the tests holds: the recorded stateful resources, and all logs. */
export async function holdingsOf({ client }: Account): Promise<Holdings> {
  const resources: Record<string, string> = {};
  for (const [recorded, stateful] of Object.entries(readRecord())) {
    const stack = recorded.replace(/^aid-dev-/, `aid-${STAGE}-`);
    for (const { logicalId, type, id } of (await resourcesOf(new CloudFormationClient(client), stack)) ?? []) {
      if (logicalId in stateful && !WITH_ADDRESSES.test(type)) resources[`${stack}/${logicalId}`] = id;
    }
  }
  const logs: Record<string, { created: number; days: number | undefined }> = {};
  const search = { logGroupNamePrefix: `/aid/${STAGE}/` };
  for await (const page of paginateDescribeLogGroups({ client: new CloudWatchLogsClient(client) }, search)) {
    for (const { logGroupName = '', creationTime = 0, retentionInDays } of page.logGroups ?? []) {
      logs[logGroupName] = { created: creationTime, days: retentionInDays };
    }
  }
  return { resources, logs };
}
