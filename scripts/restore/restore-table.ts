import {
  DescribeTableCommand,
  type DynamoDBClient,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { TABLE } from '#shared/data/table.ts';

/**
 * What a table is restored from: a point in time, the latest possible one, or a backup. Or AWS Backup has restored it,
 * and only the settings are missing.
 */
export type RestorePoint =
  | { readonly time: Date }
  | { readonly latest: true }
  | { readonly backupArn: string }
  | { readonly existing: true };

export interface RestoreRequest {
  readonly source: string;
  readonly target: string;
  readonly point: RestorePoint;
}

/** A restore takes minutes to hours; its time hardly depends on the size of the table. */
const MAX_WAIT_SECONDS = 24 * 3600;

/**
 * Restores a table under a new name, and gives it what DynamoDB does not restore: stream, time-to-live, point-in-time
 * recovery and deletion protection. Returns the ARN of its stream. A second call with a target that exists continues
 * where the first one stopped.
 *
 * See: DynamoDB developer guide, Restoring a table (settings that you must set again).
 */
export async function restoreTable(client: DynamoDBClient, request: RestoreRequest): Promise<string> {
  const { target } = request;
  await startRestore(client, request);
  await untilActive(client, target);
  await setUp(client, target);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: target }));
  if (Table?.LatestStreamArn === undefined) throw new Error(`${target} has no stream`);
  return Table.LatestStreamArn;
}

async function startRestore(client: DynamoDBClient, { source, target, point }: RestoreRequest): Promise<void> {
  if (await isThere(client, target)) return;
  if ('existing' in point) throw new Error(`there is no table ${target}: restore it with AWS Backup first`);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: source }));
  const key = Table?.SSEDescription?.KMSMasterKeyArn;
  const common = {
    TargetTableName: target,
    BillingModeOverride: 'PAY_PER_REQUEST' as const,
    // The functions may use no other key.
    ...(key !== undefined && {
      SSESpecificationOverride: { Enabled: true, SSEType: 'KMS' as const, KMSMasterKeyId: key },
    }),
  };
  if ('backupArn' in point) {
    await client.send(new RestoreTableFromBackupCommand({ ...common, BackupArn: point.backupArn }));
    return;
  }
  const when = 'time' in point ? { RestoreDateTime: point.time } : { UseLatestRestorableTime: true };
  await client.send(new RestoreTableToPointInTimeCommand({ ...common, ...when, SourceTableName: source }));
}

async function isThere(client: DynamoDBClient, name: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return false;
    throw error;
  }
}

/** Each step is left out if it was made already, because DynamoDB refuses to make it twice. */
async function setUp(client: DynamoDBClient, TableName: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled !== true) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const };
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await untilActive(client, TableName);
  }
  if (Table?.DeletionProtectionEnabled !== true) {
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    await untilActive(client, TableName);
  }
  const TimeToLiveSpecification = { AttributeName: TABLE.timeToLive, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification })).catch((error: Error) => {
    if (!/already enabled/i.test(error.message)) throw error;
  });
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
}

async function untilActive(client: DynamoDBClient, TableName: string): Promise<void> {
  await waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 2, maxDelay: 30 }, { TableName });
}
